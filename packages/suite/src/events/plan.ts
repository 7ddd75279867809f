import type { Suite, Test } from '../format/model/suite.ts';

export interface PlannedTest {
  /** Its place in the plan, by which events name it. */
  index: number;
  test: Test;
  mode: 'run' | 'skipped';
  /** Another test's `only` leaves it out; it does not skip itself. */
  isLeftOutByOnly?: true;
}

/**
 * The tests of a run in the suite's order. With `tests` (names) exactly those are run, whatever their
 * mode: naming a test is the most explicit wish. Otherwise `only` leaves out all others, `skip` itself.
 */
export function planRun(suite: Suite, selection: { tests?: string[] } = {}): PlannedTest[] {
  const names = selection.tests && new Set(selection.tests);
  if (names) {
    return suite.tests
      .filter(({ name }) => names.has(name))
      .map((test, index) => ({ index, test, mode: 'run' }));
  }
  const hasOnly = suite.tests.some(({ mode }) => mode === 'only');
  return suite.tests.map((test, index) => ({
    index,
    test,
    mode: test.mode === 'skip' || (hasOnly && test.mode !== 'only') ? 'skipped' : 'run',
    ...(hasOnly && test.mode === 'normal' && { isLeftOutByOnly: true }),
  }));
}
