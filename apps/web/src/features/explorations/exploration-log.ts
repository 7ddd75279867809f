/** An exploration as known to the browser: its events, folded so far. Pure. */
import type { SequencedExplorationEvent } from '@parley/contract';
import { type Exploration, emptyExploration, foldExploration } from '@parley/suite';

export interface ExplorationLog {
  exploration: Exploration;
  /** Number of the last event that was folded in. */
  cursor: number;
}

export const emptyLog: ExplorationLog = { exploration: emptyExploration(), cursor: 0 };

/** Folds in new events. Skips known events, and those after a gap, which the next request will return. */
export function appendEvents(
  log: ExplorationLog,
  events: SequencedExplorationEvent[],
): ExplorationLog {
  let { exploration, cursor } = log;
  for (const { seq, event } of events) {
    if (seq !== cursor + 1) continue;
    exploration = foldExploration(exploration, event);
    cursor = seq;
  }
  return cursor === log.cursor ? log : { exploration, cursor };
}
