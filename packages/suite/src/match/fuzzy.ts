import type { Json } from '../format/model/suite.ts';
import type { Matcher } from './matcher.ts';
import { similarity, textLengthMax } from './similarity.ts';
import { isNothing, someText, textOfExpected, unseenText, wordsOnly } from './text.ts';

/**
 * `prompt ~~ your balance is`: the reply contains similar words. Case and punctuation never count.
 * Made for speech recognition, which mishears a letter or a word.
 */
export const fuzzy: Matcher = {
  operator: 'fuzzy',
  words: 'is like',
  wordsNegated: 'is not like',
  takesValue: true,
  comparesTexts: true,
  leniency: (settings) => `with a similarity of at least ${settings.fuzzyThreshold}`,
  compile(expected, settings) {
    if (expected === null) return { holds: isNothing };
    const wanted = wordsOnly(textOfExpected(expected));
    const holds = (text: string) => similarity(wanted, wordsOnly(text)) >= settings.fuzzyThreshold;
    return { holds: (actual) => someText(actual, holds), problem: unheardText };
  },
};

function unheardText(actual: Json | undefined): string | undefined {
  return someText(actual, (text) => wordsOnly(text).length > textLengthMax)
    ? `Only the first ${textLengthMax.toLocaleString('en-US')} characters of a text are compared with "~~".`
    : unseenText(actual);
}
