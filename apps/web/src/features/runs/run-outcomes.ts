import type { RunCounts, TestResult } from '@parley/suite';

export const outcomeFilters = ['all', 'passed', 'failed', 'error', 'unsure', 'skipped'] as const;

export type OutcomeFilter = (typeof outcomeFilters)[number];

export interface NumberedTest {
  /** The place in the run, which a filter does not change. */
  index: number;
  test: TestResult;
}

/** The tests of a run that have this outcome, each with its place. */
export function testsWith(tests: TestResult[], outcome: OutcomeFilter): NumberedTest[] {
  return tests
    .map((test, index) => ({ index, test }))
    .filter(({ test }) => outcome === 'all' || test.outcome === outcome);
}

/** The filters worth offering: an outcome that no test has is left out, unless it is chosen. */
export function offeredOutcomes(
  counts: RunCounts,
  chosen: OutcomeFilter,
): { outcome: OutcomeFilter; count: number }[] {
  return outcomeFilters
    .map((outcome) => ({ outcome, count: outcome === 'all' ? counts.total : counts[outcome] }))
    .filter(({ outcome, count }) => outcome === 'all' || outcome === chosen || count > 0);
}
