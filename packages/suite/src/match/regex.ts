import type { Matcher } from './matcher.ts';
import { pattern, patternProblem } from './pattern.ts';

/** Implements `prompt =~ /order \d+/i`: the pattern matches somewhere in the text. Case counts without the flag `i`. */
export const regex: Matcher = {
  operator: 'regex',
  words: 'matches',
  wordsNegated: 'does not match',
  takesValue: true,
  comparesTexts: false,
  problem: patternProblem,
  compile: pattern,
};
