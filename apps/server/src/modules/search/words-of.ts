/** Further words narrow a search no more. */
const wordsMax = 8;

/** The words of a search, all of which a name has to hold. */
export const wordsOf = (search: string): string[] =>
  search.split(/\s+/).filter(Boolean).slice(0, wordsMax);
