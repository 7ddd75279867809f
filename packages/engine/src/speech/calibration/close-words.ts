/**
 * Words that differ from another word only by a sound or two, but have a completely different meaning, such as another number
 * or the opposite. A recognizer that confuses them is often confident.
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
