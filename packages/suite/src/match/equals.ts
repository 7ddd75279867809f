import type { Matcher } from './matcher.ts';
import { comparable, isNothing, someText, someValue, textOfExpected, unseenText } from './text.ts';

const exact = { ignoreCase: false, lenient: false, fuzzyThreshold: 0 };

/**
 * Implements `prompt === Goodbye.`: compares the whole text including case and punctuation, except for leading and trailing
 * spaces.
 */
export const equals: Matcher = {
  operator: 'equals',
  words: 'is exactly',
  wordsNegated: 'is not exactly',
  takesValue: true,
  comparesTexts: true,
  comparesWhole: true,
  compile(expected, settings) {
    if (expected === null) return { holds: isNothing };
    const wanted = comparable(textOfExpected(expected), exact).trim();
    const holds = (text: string) => comparable(text, exact).trim() === wanted;
    return {
      holds: (actual) =>
        settings.isStrict ? someValue(actual, expected, holds) : someText(actual, holds),
      problem: unseenText,
    };
  },
  hint(expected, actual, settings) {
    if (expected === null) return undefined;
    const alike = (lenient: boolean) => {
      const form = { ...settings, ignoreCase: true, lenient };
      return comparable(textOfExpected(expected), form).trim() === comparable(actual, form).trim();
    };
    if (alike(false)) return 'Only upper and lower case differ.';
    if (alike(true)) return 'Only punctuation, spaces or case differ.';
    return undefined;
  },
};
