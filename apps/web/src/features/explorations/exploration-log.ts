/** An exploration as known to the browser: its events, folded so far. Pure. */
import type { SequencedExplorationEvent } from '@parley/contract';
import { type Exploration, emptyExploration, foldExploration } from '@parley/suite';

export interface ExplorationLog {
  exploration: Exploration;
  /** The place of the last event that was folded in; the next one has the place after it. */
  cursor: number;
}

export const emptyLog: ExplorationLog = { exploration: emptyExploration(), cursor: 0 };

/** Known events are skipped; those after a gap are left out, for the next request to bring. */
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
