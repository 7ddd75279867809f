/**
 * Neutralizes texts in mails, since they contain names that people enter; the only address in a
 * mail is its own link.
 */

/** Anything that acts as a link: a scheme or `www`, a host with a path, other active schemes. */
const address =
  /(?:[a-z][a-z0-9+.-]*:\/\/|\bwww\.)[^\s]*|(?<![@\w.-])(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|(?<=(?:\d{1,3}\.){3})\d{1,3})(?::\d+)?[/?#][^\s]*|\b(?:mailto|tel|javascript|data):[^\s]+/giu;

/**
 * A bare host name, which mail programs turn into a link, too. The host of an email address stays as it is. Browsers treat the
 * wide and the ideographic dot like an ordinary one.
 */
const bareHost =
  /(?<![@\w.。．｡․-])[\p{L}\p{N}-]+(?:[.。．｡․][\p{L}\p{N}-]+)*[.。．｡․]\p{L}{2,}(?![\w@-])/gu;

const dots = /[.。．｡․]/gu;

/** Line breaks, control characters, and characters that change the direction of the text after them or have no width. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** Keeps mail programs from linking the text around it; it is invisible. */
const wordJoiner = '\u2060';

/** @returns the text as one line without links */
export function mailWords(text: string): string {
  const line = text.replaceAll(controls, ' ');
  // As a browser reads an address: wide letters are letters, dots are dots, and what is not seen is not there.
  const plain = line
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .replaceAll('。', '.');
  return (plain.search(address) === -1 ? line : plain)
    .replaceAll(address, '[address removed]')
    .replaceAll(bareHost, (host) => host.replaceAll(dots, `$&${wordJoiner}`));
}
