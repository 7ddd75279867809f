/** State of one run in the browser: its events, folded so far. Pure. */
import type { RunStatus, RunSummary, SequencedEvent } from '@parley/contract';
import { emptyRunResult, foldEvents, type RunResult } from '@parley/suite';

export interface RunLog {
  result: RunResult;
  /** Sequence number of the last event that was folded in; the next event follows it. */
  cursor: number;
  /** No event will follow. */
  isComplete: boolean;
}

export const emptyRunLog: RunLog = { result: emptyRunResult(), cursor: 0, isComplete: false };

/**
 * Adds events to the log. Known events are skipped. Events after a gap are dropped; the next request from the cursor fetches
 * them.
 */
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

/** @returns true if `events` start after a gap in the log */
export function isBehind(log: RunLog, events: SequencedEvent[]): boolean {
  return (events.at(-1)?.seq ?? 0) > log.cursor;
}

export function hasEnded({ status }: Pick<RunSummary | RunResult, 'status'>): boolean {
  const going: readonly RunStatus[] = ['queued', 'running'];
  return !going.includes(status);
}
