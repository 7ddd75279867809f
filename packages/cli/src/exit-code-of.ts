import { isWeak, type RecordedRun } from '@parley/engine';
import type { Outcome, RunResult } from '@parley/suite';
import { exitCodes } from './exit-codes.ts';

export interface Strictness {
  /** Treats a weak result as an error: a check that could not fail, or a test that asserts nothing. */
  isStrict: boolean;
  /** Passes if no tests ran. */
  passesWithNoTests: boolean;
  /** Exit code if the worst result is a repeated test whose tries are inconclusive. */
  undecided: number;
  /** Reports inconclusive tries without changing the exit code. */
  warnsUndecided: boolean;
}

/** The reason why runs were stopped early. */
export interface Stop {
  /** True if a limit of the command line, such as `--max-cost`, stopped them, and nobody cancelled them. */
  byLimit: boolean;
}

export function exitCodeOf(
  runs: readonly RecordedRun[],
  { isStrict, passesWithNoTests, undecided }: Strictness,
  { byLimit }: Stop = { byLimit: false },
): number {
  const counting = passesWithNoTests ? runs.filter((run) => !testedNothing(run)) : runs;
  const codes = new Set(
    counting.flatMap(({ result }) =>
      isOnlyUndecided(result)
        ? exitCodes.undecided
        : [byStatus[result.status], codeOfTests(result)],
    ),
  );
  const wasCut = codes.has(exitCodes.cancelled);
  if (wasCut && !byLimit) return exitCodes.cancelled;
  if (codes.has(exitCodes.failed)) return exitCodes.failed;
  const isEmpty = runs.length === 0 && !passesWithNoTests;
  const isWeakOne = isStrict && counting.some(isWeak);
  if (codes.has(exitCodes.error) || isEmpty || isWeakOne) return exitCodes.error;
  // No option lets tests pass that never ran.
  if (wasCut) return undecided === exitCodes.failed ? exitCodes.failed : exitCodes.undecided;
  return codes.has(exitCodes.undecided) ? undecided : exitCodes.passed;
}

/** @returns true if inconclusive tries are the only reason why the run did not pass */
export function isOnlyUndecided({ status, failure, counts, tests }: RunResult): boolean {
  if (status !== 'failed' || failure || counts.failed > 0 || counts.error > 0) return false;
  const open = tests.filter(
    ({ outcome, isQuarantined, tries }) => outcome === 'undecided' && tries && !isQuarantined,
  );
  return open.length > 0 && open.length === counts.undecided;
}

/**
 * Exit codes by status. The status counts in addition to the tests, so that a run that did not pass never exits as if it had.
 */
const byStatus: Record<RunResult['status'], number> = {
  passed: exitCodes.passed,
  failed: exitCodes.failed,
  error: exitCodes.error,
  interrupted: exitCodes.error,
  cancelled: exitCodes.cancelled,
  // These are not final, and nothing waits for them anymore.
  queued: exitCodes.error,
  running: exitCodes.error,
};

const byOutcome: Record<Outcome, number> = {
  passed: exitCodes.passed,
  failed: exitCodes.failed,
  undecided: exitCodes.failed,
  error: exitCodes.error,
};

/** Derives the exit code from the tests alone: failed and undecided tests count, errors do not. */
function codeOfTests({ counts }: RunResult): number {
  const failing = Object.entries(byOutcome).filter(([, code]) => code === exitCodes.failed);
  const hasFailed = failing.some(([outcome]) => counts[outcome as Outcome] > 0);
  return hasFailed ? exitCodes.failed : exitCodes.passed;
}

const testedNothing = ({ result }: RecordedRun) => result.failure?.code === 'nothing-tested';
