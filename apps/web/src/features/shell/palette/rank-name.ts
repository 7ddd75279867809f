/** Splits a text into words, without case and accents. */
export const wordsOf = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/**
 * Ranks a name like the server does: 0 if the name starts with the search text, 1 if each word of the search starts a word of
 * the name, 2 if the name contains all words. Undefined if it does not.
 */
export function rankName(name: string, words: readonly string[]): 0 | 1 | 2 | undefined {
  const held = plain(name);
  if (!words.every((word) => held.includes(word))) return undefined;
  if (held.startsWith(words.join(' '))) return 0;
  const begun = ` ${held.replaceAll(/[-_/.:,(#]/g, ' ')}`;
  return words.every((word) => begun.includes(` ${word}`)) ? 1 : 2;
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
