/** Pairs the tests of two runs for a comparison. */

import type { RunResult, TestResult } from '../events/run-result.ts';
import { keyOf } from '../format/model/test-keys.ts';
import { repeatInWords } from '../repeat/repeat-rule.ts';

export interface ComparedTests {
  pairs: { key: string; name: string; baseline: TestResult; candidate: TestResult }[];
  /** Names of tests that only the candidate has. */
  added: string[];
  /** Names of tests of the baseline that the candidate does not have, or that it skips or quarantines. */
  gone: string[];
  /** Names of tests whose messages, expectations or repeat rule changed, or that gained or lost the tag `must`. */
  edited: string[];
  /** Names of the candidate's tests in quarantine, which count for nothing; absent if there are none. */
  quarantined?: string[];
}

/** Pairs tests by key, so that a renamed test with a key of its own is still the same test. */
export function comparedTests(
  baseline: RunResult,
  candidate: RunResult,
  edited: readonly string[] = [],
): ComparedTests {
  const known = new Set(edited);
  const before = new Map(counting(baseline).map((test) => [keyOf(test), test]));
  const found: ComparedTests = { pairs: [], added: [], gone: [], edited: [] };
  for (const test of counting(candidate)) {
    const key = keyOf(test);
    const was = before.get(key);
    before.delete(key);
    if (!was) found.added.push(test.name);
    else if (known.has(key) || known.has(test.name) || definitionOf(was) !== definitionOf(test))
      found.edited.push(test.name);
    else found.pairs.push({ key, name: test.name, baseline: was, candidate: test });
  }
  found.gone = [...before.values()].map(({ name }) => name);
  return found;
}

export const inQuarantine = ({ tests }: RunResult): TestResult[] =>
  tests.filter(({ outcome, isQuarantined }) => isQuarantined && outcome !== 'skipped');

/** @returns the tests that count: neither skipped nor in quarantine */
export const counting = ({ tests }: RunResult): TestResult[] =>
  tests.filter(({ outcome, isQuarantined }) => !isQuarantined && outcome !== 'skipped');

const definitionOf = ({ steps, repeat, isMust }: TestResult): string =>
  JSON.stringify([
    isMust === true,
    repeat ? repeatInWords(repeat) : 'One',
    steps.map(({ input, expected, metrics }) => [input, expected, metrics]),
  ]);
