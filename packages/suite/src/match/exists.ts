import type { Matcher } from './matcher.ts';
import { isNothing } from './text.ts';

/** `cardTitle exists`: something stands there; null, an empty text and an empty list are nothing. */
export const exists: Matcher = {
  operator: 'exists',
  words: 'exists',
  wordsNegated: 'does not exist',
  takesValue: false,
  comparesTexts: false,
  compile: () => ({ holds: (actual) => !isNothing(actual) }),
};
