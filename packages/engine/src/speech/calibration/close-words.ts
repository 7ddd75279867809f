/**
 * Words that differ from another one in a sound or two and in everything that matters: a wrong number, or
 * the contrary. A recognizer that is wrong about one of them is often sure of it.
 */
const closeWords = new Set(
  [
    'thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    'thirty forty fifty sixty seventy eighty ninety',
    'five nine no know now not never ever',
    "can can't cannot could couldn't don't doesn't isn't aren't wasn't won't",
  ].flatMap((line) => line.split(' ')),
);

export const isCloseWord = (word: string): boolean => closeWords.has(word.toLowerCase());
