import { emptyRunResult, foldEvents, type RunResult } from '@parley/suite';
import type { Database } from '../../platform/db.ts';
import { briefEvent } from './brief-event.ts';
import { listEvents } from './runs.queries.ts';

const eventsPerPage = 1000;

/** What the brief events that are recorded of a run fold to. */
export async function foldRecorded(db: Database, runId: string): Promise<RunResult> {
  let result = emptyRunResult();
  for (let after = 0; ; ) {
    const page = await listEvents(db, runId, after, eventsPerPage);
    const last = page.at(-1);
    if (last === undefined) return result;
    result = foldEvents(
      page.map(({ event }) => briefEvent(event)),
      result,
      { keepsPlays: false },
    );
    after = last.seq;
  }
}
