import { expandBlocks } from '../blocks/expand-blocks.ts';
import type { RepeatRule } from '../format/model/repeat.ts';
import type { Suite, Test } from '../format/model/suite.ts';
import { keysOf } from '../format/model/test-keys.ts';
import { isMust, repeatRuleOf } from '../repeat/repeat-rule.ts';

export interface PlannedTest {
  /** Its place in the plan, by which events name it. */
  index: number;
  test: Test;
  /** What its history is kept under. */
  key: string;
  mode: 'run' | 'skipped';
  /** Its tries; absent for a single one. */
  repeat?: RepeatRule;
  /** It has the tag `must`: a gate asks for it alone. */
  isMust?: true;
  /** Another test's `only` leaves it out; it does not skip itself. */
  isLeftOutByOnly?: true;
}

/**
 * The tests of a run in the suite's order, with steps in place of uses of blocks. With `tests` (names) exactly those are run, whatever their
 * mode: naming a test is the most explicit wish. Otherwise `only` leaves out all others, `skip` itself. `repeat` wins over
 * what suite and tests say about their tries.
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
