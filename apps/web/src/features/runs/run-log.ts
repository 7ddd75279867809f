/** The folded events of a run in the browser. Pure. */
import type { RunStatus, RunSummary, SequencedEvent } from '@parley/contract';
import { emptyRunResult, foldEvents, type RunResult } from '@parley/suite';

export interface RunLog {
  result: RunResult;
  /** Sequence number of the last folded event. */
  cursor: number;
  /** True if no events will follow. */
  isComplete: boolean;
}

export const emptyRunLog: RunLog = { result: emptyRunResult(), cursor: 0, isComplete: false };

/** Folds in new events. Skips events that are known already, and events after a gap, which the next request returns. */
export function appendEvents(log: RunLog, events: SequencedEvent[]): RunLog {
  const next = eventsAfter(log.cursor, events);
  if (next.length === 0) return log;
  const cursor = log.cursor + next.length;
  const result = foldEvents(
    next.map(({ event }) => event),
    log.result,
    { keepsPlays: false },
  );
  return { result, cursor, isComplete: log.isComplete || hasEnded(result) };
}

function eventsAfter(cursor: number, events: SequencedEvent[]): SequencedEvent[] {
  const next: SequencedEvent[] = [];
  for (const event of events) if (event.seq === cursor + next.length + 1) next.push(event);
  return next;
}

/** @returns true if the log lacks some of the events */
export function isBehind(log: RunLog, events: SequencedEvent[]): boolean {
  return (events.at(-1)?.seq ?? 0) > log.cursor;
}

export function hasEnded({ status }: Pick<RunSummary | RunResult, 'status'>): boolean {
  const going: readonly RunStatus[] = ['queued', 'running'];
  return !going.includes(status);
}
