import { type Outcome, readOutcome } from '@parley/suite';
import type { WireEnd } from '../../db/schema/run-results.ts';

/** True if an outcome counts as a pass for a test's reliability; null if it does not count at all. */
const byEnd: Record<Outcome, boolean | null> = {
  passed: true,
  failed: false,
  error: false,
  undecided: null,
};

export function passedOf(end: WireEnd | null | undefined): boolean | null {
  if (!end || end === 'skipped') return null;
  return byEnd[readOutcome(end)];
}
