/** Text, an at sign, text, a dot, text; no spaces. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Comments, lists, groups, routes, quotes and encoded words, as mail programs parse them. */
const mailSyntax = /[()<>[\]:,;\\"]|=\?/;

/** @returns true if every mail server reads the part before the at sign as a mailbox */
export function isPlainAddress(email: string): boolean {
  const normal = email.normalize('NFKC');
  return !mailSyntax.test(normal.slice(0, normal.lastIndexOf('@')));
}
