import type { RunOverlay } from '@parley/suite';
import type { StateMark } from './state-marks.tsx';

/** A run's result for a state. */
export function markOf(key: string, { changed, covered }: RunOverlay): StateMark {
  if (changed.has(key)) return 'changed';
  return covered.has(key) ? 'covered' : 'uncovered';
}
