import type { Outcome, RunCounts, TestResult } from '@parley/suite';

export type OutcomeFilter = Outcome | 'all' | 'skipped';

const labels: Record<OutcomeFilter, string> = {
  all: 'All',
  passed: 'Passed',
  failed: 'Failed',
  error: 'Errors',
  undecided: 'Undecided',
  skipped: 'Skipped',
};

const outcomeFilters = Object.keys(labels) as OutcomeFilter[];

/** Reads the filter of a URL. Older links use `unsure` for `undecided`. */
export function readOutcomeFilter(value: unknown): OutcomeFilter | undefined {
  const name = value === 'unsure' ? 'undecided' : value;
  return outcomeFilters.find((filter) => filter === name);
}

export interface NumberedTest {
  /** Index in the run, regardless of filters. */
  index: number;
  test: TestResult;
}

/** Tests with an outcome, each with its index in the run. */
export function testsWith(tests: TestResult[], outcome: OutcomeFilter): NumberedTest[] {
  return tests
    .map((test, index) => ({ index, test }))
    .filter(({ test }) => outcome === 'all' || test.outcome === outcome);
}

/** Filters to offer: the outcomes in the run, and the selected one. */
export function offeredOutcomes(
  counts: RunCounts,
  chosen: OutcomeFilter,
): { outcome: OutcomeFilter; label: string; count: number }[] {
  return outcomeFilters
    .map((outcome) => ({
      outcome,
      label: labels[outcome],
      count: outcome === 'all' ? counts.total : counts[outcome],
    }))
    .filter(({ outcome, count }) => outcome === 'all' || outcome === chosen || count > 0);
}
