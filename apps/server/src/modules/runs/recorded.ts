import { type RecordedRun, startRecording } from '@parley/engine';
import type { RunEvent } from '@parley/suite';
import type { Database } from '../../platform/db.ts';
import { recordedPages } from './fold-recorded.ts';
import type { RunRow } from './run-row.ts';

/**
 * A run as reports take it: all of its events until now, folded, without answers as they came, events without
 * text and earlier plays, which may be many times as large as all the rest.
 */
export async function recorded(db: Database, run: RunRow): Promise<RecordedRun> {
  const recording = startRecording(run.suiteName, { keepsPlays: false });
  for await (const page of recordedPages(db, run.id)) recording.record(page.map(withoutAnswer));
  return recording;
}

function withoutAnswer(event: RunEvent): RunEvent {
  if (event.type !== 'step.finished' || !event.reply) return event;
  const { events, ...reply } = event.reply;
  return { ...event, reply: { ...reply, payload: null } };
}
