/** Text, an at sign, text, a dot, text, no spaces. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Comments, lists, groups, routes, quotes and encoded words, as mail programs read them. */
const mailSyntax = /[()<>[\]:,;\\"]|=\?/;

/** @returns true if nobody who sends mail reads what stands before the at sign as anything but a mailbox */
export function isPlainAddress(email: string): boolean {
  const normal = email.normalize('NFKC');
  return !mailSyntax.test(normal.slice(0, normal.lastIndexOf('@')));
}
