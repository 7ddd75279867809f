import { type RecordedRun, startRecording } from '@parley/engine';
import type { Database } from '../../platform/db.ts';
import type { RunRow } from './run-row.ts';
import { listEvents } from './runs.queries.ts';

const eventsPerPage = 5000;

/** A run as reports take it: all of its events until now, folded. Earlier plays are for judging again. */
export async function recorded(
  db: Database,
  run: RunRow,
  { keepsPlays = false } = {},
): Promise<RecordedRun> {
  const recording = startRecording(run.suiteName, { keepsPlays });
  for (let after = 0; ; ) {
    const page = await listEvents(db, run.id, after, eventsPerPage);
    const last = page.at(-1);
    if (last === undefined) return recording;
    recording.record(page.map(({ event }) => event));
    after = last.seq;
  }
}
