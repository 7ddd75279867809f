import {
  emptyRunResult,
  foldEvents,
  type RunEvent,
  type RunResult,
  readEvent,
} from '@parley/suite';
import type { Database } from '../../../platform/database/db.ts';
import { briefEvent } from './brief-event.ts';
import type { LargeRows } from './event-rows.ts';
import { listEventLines } from './runs.queries.ts';

const eventsPerPage = 1000;

/** State of a run after one of its events. */
export interface FoldedRun {
  /** Fold of the run's brief events. */
  result: RunResult;
  lastSeq: number;
}

/** Folds the stored events of a run as brief events. */
export function foldRecorded(db: Database, runId: string): Promise<RunResult> {
  return foldOn(db, runId, { result: emptyRunResult(), lastSeq: 0 });
}

/** Continues an earlier fold with the events since then. */
export async function foldOn(
  db: Database,
  runId: string,
  { result, lastSeq }: FoldedRun,
): Promise<RunResult> {
  let folded = result;
  for await (const page of recordedPages(db, runId, lastSeq)) {
    folded = foldEvents(page.map(briefEvent), folded, { keepsPlays: false });
  }
  return folded;
}

/** Folds the stored events of a short run, reducing each with `thin`. */
export async function foldRecordedAs(
  db: Database,
  runId: string,
  thin: (event: RunEvent) => RunEvent,
): Promise<RunResult> {
  let folded = emptyRunResult();
  for await (const page of recordedPages(db, runId, 0)) {
    folded = foldEvents(page.map(thin), folded, { keepsPlays: false });
  }
  return folded;
}

/** Yields the recorded events of a run, in order. */
export async function* recordedEvents(db: Database, runId: string): AsyncGenerator<RunEvent> {
  for await (const page of recordedPages(db, runId, 0)) yield* page;
}

async function* recordedPages(
  db: Database,
  runId: string,
  after: number,
): AsyncGenerator<RunEvent[]> {
  for await (const lines of linePages(db, runId, { after })) {
    yield lines.map((line) => readEvent(JSON.parse(line)));
  }
}

/** Yields the stored events of a run up to number `until`, one per line, in pages for the pool. */
export async function* recordedLines(
  db: Database,
  runId: string,
  until: number,
): AsyncGenerator<string> {
  const pages = linePages(db, runId, { after: 0, until, areWhole: true });
  for await (const lines of pages) yield lines.join('\n');
}

interface LineRange extends Pick<LargeRows, 'areWhole'> {
  after: number;
  until?: number;
}

async function* linePages(
  db: Database,
  runId: string,
  { after, until = Infinity, areWhole = false }: LineRange,
): AsyncGenerator<string[]> {
  for (let place = after; place < until; ) {
    const page = await listEventLines(db, runId, place, eventsPerPage, { areWhole });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.filter(({ seq }) => seq <= until).map(({ line }) => line);
    place = last.seq;
  }
}
