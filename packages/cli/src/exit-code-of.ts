import { isWeak, type RecordedRun } from '@parley/engine';
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
  const statuses = new Set(counting.map(({ result }) => result.status));
  if (statuses.has('cancelled')) return exitCodes.cancelled;
  if (counting.some(({ result }) => result.counts.failed + result.counts.unsure > 0))
    return exitCodes.failed;
  const isCutShort = statuses.has('error') || statuses.has('interrupted');
  const isEmpty = runs.length === 0 && !passesWithNoTests;
  if (isCutShort || isEmpty || (isStrict && counting.some(isWeak))) return exitCodes.error;
  return exitCodes.passed;
}

const testedNothing = ({ result }: RecordedRun) => result.failure?.code === 'nothing-tested';
