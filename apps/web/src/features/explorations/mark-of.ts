import type { RunOverlay } from '@parley/suite';
import type { StateMark } from './state-marks.tsx';

/** The result of a run for a state. */
export function markOf(key: string, { changed, covered }: RunOverlay): StateMark {
  if (changed.has(key)) return 'changed';
  return covered.has(key) ? 'covered' : 'uncovered';
}
