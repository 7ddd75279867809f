import type { Matcher } from './matcher.ts';

/**
 * Implements `prompt =? asks which account is meant`: a judge decides if the reply meets the expectation. The engine supplies
 * the judge. This matcher never holds, so its own verdict must not be used.
 */
export const means: Matcher = {
  operator: 'means',
  words: 'means',
  wordsNegated: 'does not mean',
  takesValue: true,
  comparesTexts: false,
  problem: (expected) =>
    typeof expected === 'string' && expected.trim() !== ''
      ? undefined
      : {
          message: 'A judge needs an expectation in words.',
          hint: 'Write for example: prompt =? asks which account is meant',
        },
  compile: () => ({ holds: () => false }),
};
