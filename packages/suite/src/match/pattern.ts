/**
 * Regular expressions in RE2 syntax: no lookaround and no back references, in exchange a running time
 * that grows with the text only, whatever the pattern.
 */
import { RE2JS } from 're2js';
import type { Comparison, Expected } from './matcher.ts';
import { someText } from './text.ts';

const patternLengthMax = 512;

/** Characters of an actual text that a pattern sees at most. */
const subjectLengthMax = 65_536;

/** Steps of a compiled pattern. */
const programSizeMax = 2_000;

/**
 * Steps times characters: what the worst pattern costs. Nearly all cost a hundredth of it; those that
 * blow up the automaton would hold everything else up for a second on a long text.
 */
const workMax = 400_000;

/** An automaton of so few steps can not blow up. */
const harmlessSize = 16;

const flagValues: Record<string, number> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** `/…/i` or the bare pattern. The flags g, u and y change nothing and are accepted. */
export function pattern(expected: Expected): Comparison {
  const compiled = compile(String(expected));
  if (typeof compiled === 'string')
    return { holds: () => false, problem: unusable(expected, compiled) };
  const charactersMax = charactersSeenBy(compiled);
  const mindsEnd = hasEndAnchor.test(compiled.pattern());
  return {
    holds(actual) {
      // Of several texts together, so that a list is no way around it.
      let left = charactersMax;
      return someText(actual, (text) => {
        const seen = text.slice(0, left);
        left -= seen.length;
        // Where the text is cut it does not end.
        if (mindsEnd && seen.length < text.length) return false;
        // Only whether it fits: where it does would take the slow way through the pattern.
        return compiled.test(seen);
      });
    },
  };
}

function charactersSeenBy(compiled: RE2JS): number {
  const size = compiled.programSize();
  if (size <= harmlessSize) return subjectLengthMax;
  return Math.min(subjectLengthMax, Math.floor(workMax / size));
}

/** `$` or `\z`, wherever it stands; one that is escaped is none. */
const hasEndAnchor = /(?:^|[^\\])(?:\\\\)*(?:\$|\\z)/;

/** Says so where the text goes on behind what the pattern sees. */
export function patternHint(expected: Expected, actual: string): string | undefined {
  const compiled = compile(String(expected));
  if (typeof compiled === 'string') return undefined;
  const charactersMax = charactersSeenBy(compiled);
  return actual.length > charactersMax
    ? `The pattern sees only the first ${charactersMax.toLocaleString('en-US')} of ${actual.length.toLocaleString('en-US')} characters: the larger a pattern, the fewer.`
    : undefined;
}

export function patternProblem(expected: Expected): { message: string; hint: string } | undefined {
  const compiled = compile(String(expected));
  if (typeof compiled !== 'string') return undefined;
  return {
    message: unusable(expected, compiled),
    hint: 'Patterns follow RE2: no lookaround, no back references, at most 512 characters.',
  };
}

const unusable = (expected: Expected, why: string) =>
  `The pattern ${String(expected).slice(0, 60)} cannot be used: ${why}.`;

/**
 * About how many steps it takes to compile a pattern, seen from its text: a class of Unicode is dear, and
 * what is repeated is compiled that often. It may be too many, hardly too few.
 */
export function patternEffort(text: string): number {
  const classes = text.match(/\\p/gi)?.length ?? 0;
  const repeats = [...text.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (product, [, least, most]) => product * Math.max(1, Number(most || least)),
    1,
  );
  return (text.length + classes * 60) * Math.min(repeats, 1_000);
}

/** The compiled pattern, or why there is none. */
function compile(text: string): RE2JS | string {
  const parts = /^\s*\/([\s\S]*)\/([a-z]*)\s*$/.exec(text);
  const source = parts?.[1] ?? text;
  const flags = [...(parts?.[2] ?? '')];
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
      : 'it is broken';
  }
}
