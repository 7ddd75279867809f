import type { Matcher } from './matcher.ts';

/**
 * `prompt =? asks which account is meant`: a judge says whether the reply fulfils the expectation.
 * Who judges stands outside of this package; where nobody does, nothing holds.
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
