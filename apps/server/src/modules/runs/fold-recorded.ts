import { emptyRunResult, foldEvents, type RunEvent, type RunResult } from '@parley/suite';
import type { Database } from '../../platform/db.ts';
import { briefEvent } from './brief-event.ts';
import { listEventLines, listEvents } from './runs.queries.ts';

const eventsPerPage = 1000;

/** What the brief events that are recorded of a run fold to. */
export async function foldRecorded(db: Database, runId: string): Promise<RunResult> {
  let result = emptyRunResult();
  for await (const page of recordedPages(db, runId)) {
    result = foldEvents(page.map(briefEvent), result, { keepsPlays: false });
  }
  return result;
}

/** The events that are recorded of a run, in order. */
export async function* recordedEvents(db: Database, runId: string): AsyncGenerator<RunEvent> {
  for await (const page of recordedPages(db, runId)) yield* page;
}

/** The same in pages, which are bounded in number and size. */
export async function* recordedPages(db: Database, runId: string): AsyncGenerator<RunEvent[]> {
  for (let after = 0; ; ) {
    const page = await listEvents(db, runId, after, eventsPerPage);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map(({ event }) => event);
    after = last.seq;
  }
}

/** All of them as they are stored, for whoever reads them elsewhere. */
export async function recordedLines(db: Database, runId: string): Promise<string[]> {
  const lines: string[] = [];
  for (let after = 0; ; ) {
    const page = await listEventLines(db, runId, after, eventsPerPage);
    const last = page.at(-1);
    if (last === undefined) return lines;
    for (const { line } of page) lines.push(line);
    after = last.seq;
  }
}
