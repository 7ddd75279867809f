import type { Json } from '../format/model/suite.ts';
import { criticalPieces, isHeardInOrder, isNegation } from '../speech/match-spoken.ts';
import { type SpokenToken, spokenTokens } from '../speech/spoken-text.ts';
import { differenceWithin } from './difference.ts';
import type { Matcher } from './matcher.ts';
import { similarity, textLengthMax } from './similarity.ts';
import { isNothing, someText, textOfExpected, unseenText, wordsOnly } from './text.ts';

/**
 * Implements `prompt ~~ your balance is`: the reply contains similar words, regardless of case and punctuation. Made for speech
 * recognition, which mishears letters and words.
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
    return {
      holds: (actual) => someText(actual, holds),
      problem: unheardText,
      holdsForAnyText: () => wanted === '' || settings.fuzzyThreshold <= 0,
    };
  },
  compileSpoken(expected, settings) {
    if (expected === null) return undefined;
    const tokens = spokenTokens(textOfExpected(expected));
    const wanted = inOneForm(tokens);
    const critical = criticalPieces(tokens);
    const holds = (text: string) => {
      const heard = spokenTokens(text);
      const actual = inOneForm(heard);
      return (
        similarity(wanted, actual) >= settings.fuzzyThreshold &&
        isHeardInOrder(critical, heard) &&
        !differenceWithin(wanted, actual).some(
          ({ kind, text: part }) => kind === 'extra' && spokenTokens(part).some(isNegation),
        )
      );
    };
    return {
      holds: (actual) => someText(actual, holds),
      problem: unheardText,
      holdsForAnyText: () => wanted === '' && critical.length === 0,
    };
  },
};

function unheardText(actual: Json | undefined): string | undefined {
  return someText(actual, (text) => wordsOnly(text).length > textLengthMax)
    ? `Only the first ${textLengthMax.toLocaleString('en-US')} characters of a text are compared with "~~".`
    : unseenText(actual);
}

const inOneForm = (tokens: readonly SpokenToken[]) => tokens.map(({ text }) => text).join(' ');
