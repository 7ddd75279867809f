import { isHeardInOrder } from '../speech/match-spoken.ts';
import { spokenTokens } from '../speech/spoken-text.ts';
import type { Matcher, MatchSettings } from './matcher.ts';
import { pattern, patternProblem } from './pattern.ts';
import { comparable, isNothing, someText, someValue, unseenText } from './text.ts';

/**
 * Implements `prompt: welcome * back`: the actual text contains the expected one, where `*` matches any text. A value between
 * slashes is a pattern. Null expects that the value is absent.
 */
export const contains: Matcher = {
  operator: 'contains',
  words: 'contains',
  wordsNegated: 'does not contain',
  takesValue: true,
  comparesTexts: true,
  leniency,
  problem: (expected, budget) =>
    isPattern(expected) ? patternProblem(expected, budget) : undefined,
  compile(expected, settings) {
    if (expected === null) return { holds: isNothing };
    if (isPattern(expected)) return pattern(expected);
    const pieces = piecesOf(String(expected), settings);
    if (pieces.length === 0) {
      return { holds: (actual) => someText(actual, () => true), holdsForAnyText: () => true };
    }
    const holds = (text: string) => standInOrder(pieces, comparable(text, settings));
    return {
      holds: (actual) =>
        settings.isStrict ? someValue(actual, expected, holds) : someText(actual, holds),
      problem: unseenText,
    };
  },
  compileSpoken(expected) {
    // A wildcard within a word matches a part of the word, which spoken words cannot express.
    if (expected === null || isPattern(expected) || /[^\s*]\*|\*[^\s*]/.test(String(expected)))
      return undefined;
    const pieces = String(expected)
      .split('*')
      .map(spokenTokens)
      .filter((piece) => piece.length > 0);
    if (pieces.length === 0) return undefined;
    return {
      holds: (actual) => someText(actual, (text) => isHeardInOrder(pieces, spokenTokens(text))),
      problem: unseenText,
    };
  },
  hint(expected, actual, settings) {
    if (expected === null || isPattern(expected)) return undefined;
    const passesWith = (changed: Partial<MatchSettings>) =>
      contains.compile(expected, { ...settings, ...changed }).holds(actual);
    if (passesWith({ ignoreCase: true })) return 'Only upper and lower case differ.';
    if (passesWith({ ignoreCase: true, lenient: true })) {
      return 'Only punctuation or spaces differ. Set "lenient: true" in the configuration to ignore them.';
    }
    return undefined;
  },
};

/** @returns the texts between wildcards. Lenient comparisons also ignore the spaces beside them. */
function piecesOf(expected: string, settings: MatchSettings): string[] {
  return expected
    .trim()
    .split('*')
    .map((piece) => comparable(piece, settings))
    .filter((piece) => piece !== '');
}

/** Finds the pieces in order. The first match of each piece leaves the most room for the next, so no backtracking is needed. */
function standInOrder(pieces: string[], text: string): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

/** @returns true for `/…/`, optionally with flags */
export function isPattern(expected: unknown): expected is string {
  return typeof expected === 'string' && /^\s*\/[\s\S]+\/[gimsuy]*\s*$/.test(expected);
}

function leniency(settings: MatchSettings): string | undefined {
  const ignored = [
    ...(settings.ignoreCase ? ['case'] : []),
    ...(settings.lenient ? ['punctuation'] : []),
  ];
  return ignored.length > 0 ? `ignoring ${ignored.join(' and ')}` : undefined;
}
