import { expandBlocks } from '../blocks/expand-blocks.ts';
import type { RepeatRule } from '../format/model/repeat.ts';
import type { Suite, Test } from '../format/model/suite.ts';
import { keysOf } from '../format/model/test-keys.ts';
import { isMust, repeatRuleOf } from '../repeat/repeat-rule.ts';

export interface PlannedTest {
  /** Index in the plan. Events refer to the test by it. */
  index: number;
  test: Test;
  /** Key that identifies the test in the history. */
  key: string;
  mode: 'run' | 'skipped';
  /** Repeat rule of the test; absent if it is not repeated. */
  repeat?: RepeatRule;
  /** True if the test has the tag `must`: a gate requires it to pass on its own. */
  isMust?: true;
  /** True if the test is skipped only because another test is marked `only`. */
  isLeftOutByOnly?: true;
}

/**
 * Plans a run: the tests in suite order, with uses of blocks replaced by steps. `tests` (names) selects exactly those tests,
 * whatever their mode, because naming a test is the most explicit request. Otherwise, `only` skips all other tests, and `skip`
 * skips its own test. `repeat` takes precedence over the settings of suite and tests.
 */
export function planRun(
  written: Suite,
  selection: { tests?: string[]; repeat?: Partial<RepeatRule> | undefined } = {},
): PlannedTest[] {
  const suite = expandBlocks(written);
  const keys = keysOf(suite.tests);
  const keyed = suite.tests.map((test, index) => {
    const repeat = repeatRuleOf(test, suite.configuration, selection.repeat);
    return {
      test,
      key: keys[index] ?? test.name,
      ...(repeat && { repeat }),
      ...(isMust(test, suite.configuration) && { isMust: true as const }),
    };
  });
  const names = selection.tests && new Set(selection.tests);
  if (names) {
    return keyed
      .filter(({ test }) => names.has(test.name))
      .map((planned, index) => ({ index, ...planned, mode: 'run' }));
  }
  const hasOnly = suite.tests.some(({ mode }) => mode === 'only');
  return keyed.map(({ test, ...planned }, index) => ({
    index,
    test,
    ...planned,
    mode: test.mode === 'skip' || (hasOnly && test.mode !== 'only') ? 'skipped' : 'run',
    ...(hasOnly && test.mode === 'normal' && { isLeftOutByOnly: true }),
  }));
}
