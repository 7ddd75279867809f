import { type Outcome, readOutcome } from '@parley/suite';
import type { WireEnd } from '../../db/schema/run-results.ts';

/** What an outcome says about the reliability of a test; null for nothing, in neither direction. */
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
