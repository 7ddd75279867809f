import type { Outcome } from './run-event.ts';

/** Whether somebody has to look at it. */
export function isBad(outcome: string): boolean {
  return outcome === 'failed' || outcome === 'error' || outcome === 'unsure';
}

/** What outcomes come to together: an error before a failure, a failure before a pass. What nobody is sure of has not passed. */
export function conclude(outcomes: Iterable<string>): 'passed' | 'failed' | 'error' {
  const all = new Set<string>(outcomes);
  if (all.has('error' satisfies Outcome)) return 'error';
  const hasPassed = !all.has('failed' satisfies Outcome) && !all.has('unsure' satisfies Outcome);
  return hasPassed ? 'passed' : 'failed';
}
