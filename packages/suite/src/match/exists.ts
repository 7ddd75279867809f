import type { Matcher } from './matcher.ts';
import { isNothing } from './text.ts';

/** Implements `cardTitle exists`: a value is present. Null, an empty text and an empty list count as absent. */
export const exists: Matcher = {
  operator: 'exists',
  words: 'exists',
  wordsNegated: 'does not exist',
  takesValue: false,
  comparesTexts: false,
  compile: () => ({ holds: (actual) => !isNothing(actual) }),
};
