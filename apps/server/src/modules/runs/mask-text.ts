/**
 * What people who are not of the organization may read. Digits make up account, card and telephone
 * numbers, codes and dates of birth, and an address names a person; the words around them stay.
 *
 * An address is looked for where a word begins: from each of its characters, a long one without an @
 * would take the square of its length.
 */
const emailAddress = /(?<![^\s@<>"'(),;:])[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/gu;

export function maskText(text: string): string {
  return text.replaceAll(emailAddress, '•••@•••').replaceAll(/\p{Nd}/gu, '•');
}

/** For names, in which a short number ("Test 2") tells tests apart. */
export function maskName(name: string): string {
  return name
    .replaceAll(emailAddress, '•••@•••')
    .replaceAll(/\p{Nd}(?:[\s().,/+-]?\p{Nd}){3,}/gu, (number) => maskText(number));
}
