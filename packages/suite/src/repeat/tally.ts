/** Counts tries by their results. */

import type { Tally } from '@parley/statistics';
import { counted } from '../counted.ts';
import type { Failure } from '../events/failure.ts';
import type { Outcome } from '../events/outcome.ts';

export interface TryEnd {
  outcome: Outcome;
  failure?: Failure | undefined;
}

/** Numbers of tries by result. Missing tries say nothing about the agent, because they ended with an error or undecided. */
export interface TriesTally extends Tally {
  missing: number;
}

export function tallyOf(tries: Iterable<TryEnd>): TriesTally {
  const tally = { passed: 0, failed: 0, missing: 0 };
  for (const { outcome } of tries) tally[shows[outcome]] += 1;
  return tally;
}

export const shows: Record<Outcome, keyof TriesTally> = {
  passed: 'passed',
  failed: 'failed',
  error: 'missing',
  undecided: 'missing',
};

/** @returns for example "12 of 14 tries passed, 1 more is missing", or "none of 3 tries shows anything" */
export function tallyInWords({ passed, failed, missing }: TriesTally): string {
  if (passed + failed === 0)
    return missing === 1 ? 'the only try shows nothing' : `none of ${missing} tries shows anything`;
  const judged = `${passed} of ${counted(passed + failed, 'try', 'tries')} passed`;
  if (missing === 0) return judged;
  return `${judged}, ${missing} more ${missing === 1 ? 'is' : 'are'} missing`;
}

/** @returns for example "95%" or "99.5%" */
export function rateInWords(rate: number, digits = 2): string {
  return `${Number((rate * 100).toFixed(digits))}%`;
}
