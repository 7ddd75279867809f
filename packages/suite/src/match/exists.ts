import type { Json } from '../format/suite.ts';
import type { Matcher } from './matcher.ts';

/** `cardTitle exists`: something stands there; null, an empty text and an empty list are nothing. */
export const exists: Matcher = {
  operator: 'exists',
  words: 'exists',
  wordsNegated: 'does not exist',
  takesValue: false,
  comparesTexts: false,
  compile: () => ({ holds: isSomething }),
};

function isSomething(actual: Json | undefined): boolean {
  if (actual === undefined || actual === null || actual === '') return false;
  return !Array.isArray(actual) || actual.length > 0;
}
