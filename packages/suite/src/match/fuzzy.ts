import type { Matcher } from './matcher.ts';
import { similarity } from './similarity.ts';
import { someText, textOfExpected, wordsOnly } from './text.ts';

/**
 * `prompt ~~ your balance is`: the words stand nearly like this somewhere in the reply. Case and
 * punctuation never count. Made for speech recognition, which mishears a letter or a word.
 */
export const fuzzy: Matcher = {
  operator: 'fuzzy',
  words: 'is like',
  wordsNegated: 'is not like',
  takesValue: true,
  comparesTexts: true,
  leniency: (settings) => `with a similarity of at least ${settings.fuzzyThreshold}`,
  compile(expected, settings) {
    if (expected === null) return { holds: (actual) => actual === undefined || actual === null };
    const wanted = wordsOnly(textOfExpected(expected));
    const holds = (text: string) => similarity(wanted, wordsOnly(text)) >= settings.fuzzyThreshold;
    return { holds: (actual) => someText(actual, holds) };
  },
};
