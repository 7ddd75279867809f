/** What the browser knows of what happened in one run: its events, folded so far. Pure. */
import type { RunStatus, RunSummary, SequencedEvent } from '@parley/contract';
import { emptyRunResult, foldEvent, type RunResult } from '@parley/suite';

export interface RunLog {
  result: RunResult;
  /** The place of the last event that was folded in; the next one has the place after it. */
  cursor: number;
  /** No event will follow. */
  isComplete: boolean;
}

export const emptyRunLog: RunLog = { result: emptyRunResult(), cursor: 0, isComplete: false };

/**
 * Events that are known already are skipped; those behind a gap are left out, for the next question
 * from the cursor to bring.
 */
export function appendEvents(log: RunLog, events: SequencedEvent[]): RunLog {
  let { result, cursor } = log;
  for (const { seq, event } of events) {
    if (seq !== cursor + 1) continue;
    result = foldEvent(result, event);
    cursor = seq;
  }
  if (cursor === log.cursor) return log;
  return { result, cursor, isComplete: log.isComplete || hasEnded(result) };
}

/** Whether `events` went further than the log could follow. */
export function isBehind(log: RunLog, events: SequencedEvent[]): boolean {
  return (events.at(-1)?.seq ?? 0) > log.cursor;
}

export function hasEnded({ status }: Pick<RunSummary | RunResult, 'status'>): boolean {
  const going: readonly RunStatus[] = ['queued', 'running'];
  return !going.includes(status);
}
