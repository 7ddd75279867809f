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

/** Reads the filter from the URL; in earlier links, `undecided` is `unsure`. */
export function readOutcomeFilter(value: unknown): OutcomeFilter | undefined {
  const name = value === 'unsure' ? 'undecided' : value;
  return outcomeFilters.find((filter) => filter === name);
}

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
): { outcome: OutcomeFilter; label: string; count: number }[] {
  return outcomeFilters
    .map((outcome) => ({
      outcome,
      label: labels[outcome],
      count: outcome === 'all' ? counts.total : counts[outcome],
    }))
    .filter(({ outcome, count }) => outcome === 'all' || outcome === chosen || count > 0);
}
