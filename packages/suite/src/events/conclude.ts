import type { Standing } from './outcome.ts';
import type { RunCounts } from './run-result.ts';

/** Effect of each test outcome on its run. An undecided test counts as failed. */
const forRun: Record<Standing, 'passed' | 'failed' | 'error'> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'failed',
  error: 'error',
  // These say nothing about the bot. nothing-tested.ts handles runs that contain nothing else.
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
 * @returns the status of a run to show to people. A run that only undecided tests kept from passing has the status `failed`, so
 * that it never allows a release, but is shown as `undecided`.
 */
export function shownStatus<S extends string>(
  status: S,
  { failed, error, undecided }: Pick<RunCounts, 'failed' | 'error' | 'undecided'>,
): S | 'undecided' {
  const isUndecided = status === 'failed' && failed === 0 && error === 0 && undecided > 0;
  return isUndecided ? 'undecided' : status;
}
