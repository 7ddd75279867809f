import type { Standing } from './outcome.ts';
import type { RunCounts } from './run-result.ts';

/** The effect of each outcome on its run. An undecided result has not passed. */
const forRun: Record<Standing, 'passed' | 'failed' | 'error'> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'failed',
  error: 'error',
  // These say nothing about the bot. A run in which nothing else is left is found by nothing-tested.ts.
  skipped: 'passed',
  pending: 'passed',
  running: 'passed',
};

/** @returns true if the result needs attention */
export const isBad = (standing: Standing): boolean => forRun[standing] !== 'passed';

/** Combines several outcomes into one: an error outweighs a failure, and a failure outweighs a pass. */
export function conclude(standings: Iterable<Standing>): 'passed' | 'failed' | 'error' {
  const together = new Set([...standings].map((standing) => forRun[standing]));
  if (together.has('error')) return 'error';
  return [...together].every((end) => end === 'passed') ? 'passed' : 'failed';
}

/**
 * The status of a run as shown to people. A run that only undecided tests kept from passing has the status `failed`, so that
 * nothing is released because of it, but nothing failed.
 * @param counts of its tests
 */
export function shownStatus<S extends string>(
  status: S,
  { failed, error, undecided }: Pick<RunCounts, 'failed' | 'error' | 'undecided'>,
): S | 'undecided' {
  const isUndecided = status === 'failed' && failed === 0 && error === 0 && undecided > 0;
  return isUndecided ? 'undecided' : status;
}
