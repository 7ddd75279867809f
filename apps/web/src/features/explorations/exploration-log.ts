/** The folded events of an exploration in the browser. Pure. */
import type { SequencedExplorationEvent } from '@parley/contract';
import { type Exploration, emptyExploration, foldExploration } from '@parley/suite';

export interface ExplorationLog {
  exploration: Exploration;
  /** Number of the last folded event. */
  cursor: number;
}

export const emptyLog: ExplorationLog = { exploration: emptyExploration(), cursor: 0 };

/** Folds in new events. Skips events that are known already, and events after a gap, which the next request returns. */
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
