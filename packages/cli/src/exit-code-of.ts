import { isWeak, type RecordedRun } from '@parley/engine';
import type { Outcome, RunResult } from '@parley/suite';
import { exitCodes } from './exit-codes.ts';

export interface Strictness {
  /** A result that something weakens is an error: a check that could not fail, a test that asserts nothing. */
  isStrict: boolean;
  /** That nothing was tested is fine. */
  passesWithNoTests: boolean;
}

export function exitCodeOf(
  runs: readonly RecordedRun[],
  { isStrict, passesWithNoTests }: Strictness,
): number {
  const counting = passesWithNoTests ? runs.filter((run) => !testedNothing(run)) : runs;
  const codes = new Set(
    counting.flatMap(({ result }) => [byStatus[result.status], codeOfTests(result)]),
  );
  if (codes.has(exitCodes.cancelled)) return exitCodes.cancelled;
  if (codes.has(exitCodes.failed)) return exitCodes.failed;
  const isEmpty = runs.length === 0 && !passesWithNoTests;
  const isWeakOne = isStrict && counting.some(isWeak);
  return codes.has(exitCodes.error) || isEmpty || isWeakOne ? exitCodes.error : exitCodes.passed;
}

/**
 * The status counts in addition to the tests, so that a run that has not passed never exits as if
 * it had.
 */
const byStatus: Record<RunResult['status'], number> = {
  passed: exitCodes.passed,
  failed: exitCodes.failed,
  error: exitCodes.error,
  interrupted: exitCodes.error,
  cancelled: exitCodes.cancelled,
  // Nobody waits for these any more.
  queued: exitCodes.error,
  running: exitCodes.error,
};

const byOutcome: Record<Outcome, number> = {
  passed: exitCodes.passed,
  failed: exitCodes.failed,
  undecided: exitCodes.failed,
  error: exitCodes.error,
};

/** A failed test takes precedence over other errors. */
function codeOfTests({ counts }: RunResult): number {
  const failing = Object.entries(byOutcome).filter(([, code]) => code === exitCodes.failed);
  const hasFailed = failing.some(([outcome]) => counts[outcome as Outcome] > 0);
  return hasFailed ? exitCodes.failed : exitCodes.passed;
}

const testedNothing = ({ result }: RecordedRun) => result.failure?.code === 'nothing-tested';
