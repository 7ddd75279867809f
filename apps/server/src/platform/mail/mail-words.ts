/**
 * Makes texts harmless for emails, because they contain names that people enter. The only web addresses in an email are its own
 * links.
 */

/** Matches texts that act as links: an address with a scheme or `www`, a host with a path, and other active schemes. */
const address =
  /(?:[a-z][a-z0-9+.-]*:\/\/|\bwww\.)[^\s]*|(?<![@\w.-])(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|(?<=(?:\d{1,3}\.){3})\d{1,3})(?::\d+)?[/?#][^\s]*|\b(?:mailto|tel|javascript|data):[^\s]+/giu;

/**
 * Matches a bare host name, which email programs also turn into a link, but not the host of an email address. Browsers treat
 * full-width and ideographic dots like ordinary ones.
 */
const bareHost =
  /(?<![@\w.。．｡․-])[\p{L}\p{N}-]+(?:[.。．｡․][\p{L}\p{N}-]+)*[.。．｡․]\p{L}{2,}(?![\w@-])/gu;

const dots = /[.。．｡․]/gu;

/** Matches line breaks, control characters, and characters that change the text direction or have no width. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** An invisible character that keeps email programs from turning the text around it into a link. */
const wordJoiner = '\u2060';

/** @returns the text as one line without links */
export function mailWords(text: string): string {
  const line = text.replaceAll(controls, ' ');
  // Normalizes the text as browsers normalize addresses: full-width letters and dots become ordinary ones, and invisible
  // characters are dropped.
  const plain = line
    .replaceAll(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .replaceAll('。', '.');
  return (plain.search(address) === -1 ? line : plain)
    .replaceAll(address, '[address removed]')
    .replaceAll(bareHost, (host) => host.replaceAll(dots, `$&${wordJoiner}`));
}
