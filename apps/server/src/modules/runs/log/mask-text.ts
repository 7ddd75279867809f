/**
 * Masks text for people outside the organization. Digits make up account, card and phone numbers, codes and dates of birth, and
 * an email address identifies a person; the words around them stay. Addresses are matched only from the start of a word:
 * matching from each character would take quadratic time on a long word without an @.
 */
const emailAddress = /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/gu;

export function maskText(text: string): string {
  return text.replaceAll(emailAddress, '•••@•••').replaceAll(/\p{Nd}/gu, '•');
}

/** Masks names, but keeps short numbers, which distinguish tests ("Test 2"). */
export function maskName(name: string): string {
  return name
    .replaceAll(emailAddress, '•••@•••')
    .replaceAll(/\p{Nd}(?:[\s().,/+-]?\p{Nd}){3,}/gu, (number) => maskText(number));
}

const url = /(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/[^\s"]+/giu;
const hostAndPort = /(?<![^\s"])[^\s"]+:\d+(?![^\s".,;])/gu;
const domain = /(?<![\p{L}\p{N}*.@-])(?:[\p{L}\p{N}*-]+\.)+\p{L}[\p{L}\p{N}-]*/gu;

/** Masks addresses in failures, which contain the address of the bot and any secrets in it. */
export function maskAddresses(text: string): string {
  return [url, hostAndPort, domain].reduce(
    (masked, place) => masked.replaceAll(place, '•••'),
    text,
  );
}
