/** Finds the tests of two runs that can be compared. */

import type { RunResult, TestResult } from '../events/run-result.ts';
import { keyOf } from '../format/model/test-keys.ts';
import { repeatInWords } from '../repeat/repeat-rule.ts';

export interface ComparedTests {
  pairs: { key: string; name: string; baseline: TestResult; candidate: TestResult }[];
  /** Names of tests of the candidate that the baseline does not have. */
  added: string[];
  /** Names of tests of the baseline that the candidate does not have, skipped or put into quarantine. */
  gone: string[];
  /** Names of tests whose messages, expectations or rule for tries changed, or that gained or lost the tag `must`. */
  edited: string[];
}

/** Pairs tests by key, so that a renamed test that has its own key is still the same. */
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

/** Tests that count: neither skipped nor in quarantine. */
export const counting = ({ tests }: RunResult): TestResult[] =>
  tests.filter(({ outcome, isQuarantined }) => !isQuarantined && outcome !== 'skipped');

const definitionOf = ({ steps, repeat, isMust }: TestResult): string =>
  JSON.stringify([
    isMust === true,
    repeat ? repeatInWords(repeat) : 'One',
    steps.map(({ input, expected, metrics }) => [input, expected, metrics]),
  ]);
