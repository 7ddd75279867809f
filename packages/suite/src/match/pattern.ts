/**
 * Regular expressions in RE2 syntax. RE2 has no lookaround and no backreferences; in exchange, its running time is linear in
 * the length of the text, whatever the pattern.
 */
import { RE2JS } from 're2js';
import type { Json } from '../format/model/suite.ts';
import type { Comparison, Expected, PatternBudget, PatternProblem } from './matcher.ts';
import { asItLooks, someText, unseenText } from './text.ts';

const patternLengthMax = 512;

/** Maximum number of characters of an actual text to examine. */
const subjectLengthMax = 65_536;

/** Maximum size of a compiled pattern, in steps. */
const programSizeMax = 2_000;

/**
 * Maximum of steps times characters, which is the worst-case cost of a pattern. Nearly all patterns cost a hundredth of it. A
 * pattern whose automaton explodes would otherwise block everything else for a second on a long text.
 */
const workMax = 400_000;

/** Size in steps up to which an automaton cannot explode. */
const harmlessSize = 16;

const flagValues: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** Compiles `/…/i`, or a pattern without slashes. The flags g, u and y are accepted without effect. */
export function pattern(expected: Expected): Comparison {
  const compiled = compile(String(expected));
  if (typeof compiled === 'string')
    return { holds: () => false, problem: () => whyUnusable(expected, compiled) };
  const charactersMax = charactersSeenBy(compiled);
  const mindsEnd = hasEndAnchor.test(compiled.pattern());
  return {
    holds(actual) {
      // The limit applies to all texts of a list together, so that a list cannot bypass it.
      let left = charactersMax;
      return someText(actual, (text) => {
        const seen = text.slice(0, left);
        left -= seen.length;
        // A text that was cut off has not ended, so nothing can match its end.
        if (mindsEnd && seen.length < text.length) return false;
        // Only test for a match, because finding its position is much slower.
        if (compiled.test(seen)) return true;
        const looks = asItLooks(seen);
        return looks !== seen && compiled.test(looks);
      });
    },
    problem: (actual) => cutProblem(actual, charactersMax) ?? unseenText(actual),
    // A pattern that matches both of these matches hardly less than every text.
    holdsForAnyText: () => compiled.test('') && compiled.test('\u2042 7q'),
  };
}

/**
 * @returns the first group of the first match, or the whole match if the pattern has no groups; undefined if there is no match
 */
export function captured(expected: Expected, text: string): string | undefined {
  const compiled = compile(String(expected));
  if (typeof compiled === 'string') return undefined;
  const matcher = compiled.matcher(text.slice(0, charactersSeenBy(compiled)));
  if (!matcher.find()) return undefined;
  return (compiled.groupCount() > 0 ? matcher.group(1) : matcher.group()) || undefined;
}

function charactersSeenBy(compiled: RE2JS): number {
  const size = compiled.programSize();
  if (size <= harmlessSize || isLiteral.test(compiled.pattern())) return subjectLengthMax;
  return Math.min(subjectLengthMax, Math.floor(workMax / size));
}

const words = String.raw`(?:[^\\^$.*+?()[\]{}]|\\[^\w\s])*`;

/** Patterns of words only, or of alternatives in at most one group. Their automaton has one state per letter. */
const isLiteral = new RegExp(String.raw`^(?:\\b|\^)?(?:\((?:\?:)?${words}\)|${words})(?:\\b)?$`);

/** Finds an unescaped `$` or `\z`. */
const hasEndAnchor = /(?:^|[^\\])(?:\\\\)*(?:\$|\\z)/;

/** @returns a message if the texts are longer than the pattern examines */
function cutProblem(actual: Json | undefined, charactersMax: number): string | undefined {
  let length = 0;
  someText(actual, (text) => {
    length += text.length;
    return false;
  });
  return length > charactersMax
    ? `The pattern sees only the first ${charactersMax.toLocaleString('en-US')} of ${length.toLocaleString('en-US')} characters: the larger a pattern, the fewer.`
    : undefined;
}

/** Maximum effort: about a second in the worst case, and enough for 10,000 patterns of ordinary length. */
const effortMax = 400_000;

export const patternBudget = (): PatternBudget => ({ effortLeft: effortMax, checked: new Map() });

/** @returns why the pattern cannot be used; undefined if it can */
export function patternProblem(
  expected: Expected,
  budget: PatternBudget,
): PatternProblem | undefined {
  const text = String(expected);
  if (budget.checked.has(text)) return budget.checked.get(text);
  budget.effortLeft -= patternEffort(text);
  if (budget.effortLeft < 0) {
    return {
      message: 'The patterns are too complex to check together.',
      hint: 'Split the tests into several suites, or write simpler patterns.',
    };
  }
  const compiled = compile(text);
  const problem =
    typeof compiled === 'string'
      ? {
          message: whyUnusable(expected, compiled),
          hint: 'Patterns follow RE2: no lookaround, no back references, at most 512 characters.',
        }
      : undefined;
  budget.checked.set(text, problem);
  return problem;
}

const whyUnusable = (expected: Expected, why: string) =>
  `The pattern ${String(expected).slice(0, 60)} cannot be used: ${why}.`;

/**
 * Estimates the steps that compiling a pattern takes. Unicode classes and ranges are expensive, and repeated parts are copied
 * per repetition. The estimate is often too high, but rarely too low.
 */
function patternEffort(text: string): number {
  const { source } = partsOf(text);
  // Longer patterns are refused before they are compiled.
  if (source.length > patternLengthMax) return 1;
  const classes = source.match(/\\p|-(?:[^\0-\x7f]|\\x)/gi)?.length ?? 0;
  const repeats = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(most || least)),
    1,
  );
  return source.length * (1 + Math.min(repeats - 1, 1_000) / 6) + classes * 60;
}

function partsOf(text: string): { source: string; flags: string[] } {
  const parts = /^\s*\/([\s\S]*)\/([a-z]*)\s*$/.exec(text);
  return { source: parts?.[1] ?? text, flags: [...(parts?.[2] ?? '')] };
}

/** @returns the compiled pattern, or why it is invalid */
function compile(text: string): RE2JS | string {
  const { source, flags } = partsOf(text);
  const unknown = flags.find((flag) => !'gimsuy'.includes(flag));
  if (unknown) return `there is no flag "${unknown}"`;
  if (source.length > patternLengthMax) return `it has more than ${patternLengthMax} characters`;
  try {
    const compiled = RE2JS.compile(
      source,
      flags.reduce((all, flag) => all | (flagValues[flag] ?? 0), 0),
    );
    return compiled.programSize() > programSizeMax ? 'it repeats too much' : compiled;
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(/^error parsing regexp: /, '')
      : 'it is not a valid pattern';
  }
}
