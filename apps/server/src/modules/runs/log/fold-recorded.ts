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

/** A run as it stood after one of its events. */
export interface FoldedRun {
  /** Fold of its brief events. */
  result: RunResult;
  lastSeq: number;
}

/** Fold of a run's stored brief events. */
export function foldRecorded(db: Database, runId: string): Promise<RunResult> {
  return foldOn(db, runId, { result: emptyRunResult(), lastSeq: 0 });
}

/** Continues the fold of an earlier read with the events since then. */
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

/** Folds the stored events of a short run, each reduced to what the reader needs. */
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

/** The events of a run as stored, one per line, in pages for the pool. */
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
