/** Maximum number of words in a search; further words are ignored. */
const wordsMax = 8;

/** Splits a search into words. A name must contain all of them. */
export const wordsOf = (search: string): string[] =>
  search.split(/\s+/).filter(Boolean).slice(0, wordsMax);
