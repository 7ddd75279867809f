import { expandBlocks } from '../blocks/expand-blocks.ts';
import type { RepeatRule } from '../format/model/repeat.ts';
import type { Suite, Test } from '../format/model/suite.ts';
import { keysOf } from '../format/model/test-keys.ts';
import { isMust, repeatRuleOf } from '../repeat/repeat-rule.ts';

export interface PlannedTest {
  /** Index of the test in the plan, which events refer to. */
  index: number;
  test: Test;
  /** Key under which its history is kept. */
  key: string;
  mode: 'run' | 'skipped';
  /** Its tries; absent for a single one. */
  repeat?: RepeatRule;
  /** True if it has the tag `must`: a gate requires it to pass on its own. */
  isMust?: true;
  /** True if another test's `only` leaves it out, and it is not marked `skip` itself. */
  isLeftOutByOnly?: true;
}

/**
 * Plans a run: the tests in the suite's order, with steps in place of uses of blocks. `tests` (names) selects exactly those,
 * whatever their mode, because naming a test is the most explicit wish. Otherwise `only` leaves out all other tests, and `skip`
 * the test itself. `repeat` takes precedence over the tries set in suite and tests.
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
