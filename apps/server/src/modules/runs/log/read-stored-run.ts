/**
 * Reads a stored run. Events of a short run are read directly. Those of a longer run are sent to the work pool page by page,
 * and come back reduced to what the reader needs.
 */
import { emptyRunResult } from '@parley/suite';
import { and, eq, lte, sql } from 'drizzle-orm';
import { runEvents } from '../../../db/schema/runs.ts';
import { createRecentCache } from '../../../platform/cache/recent-cache.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Log } from '../../../platform/observability/log.ts';
import { pooledWork, type WorkFor, type WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { type FoldedRun, recordedLines } from './fold-recorded.ts';
import { wholeReads } from './large-reads.ts';
import {
  type EventsToRead,
  type Purpose,
  type ReadAs,
  type Readings,
  readEvents,
  type thinEvents,
} from './read-events.ts';
import type { RunRow } from './run-row.ts';

const thinning = pooledWork<typeof thinEvents>('./read-events.ts', import.meta.url, 'thinEvents');
const reading = pooledWork<typeof readEvents>('./read-events.ts', import.meta.url, 'readEvents');

/** Maximum number of characters of events to read directly, which takes a few milliseconds. */
export const shortLengthMax = 128 * 1024;

/**
 * Maximum number of characters of events to read together, after most readers have reduced them. More would exhaust the memory
 * of the process.
 */
export const wholeLengthMax = 64 * 1024 * 1024;

const tooLargeMax = 1000;

/** Remembers runs that were too large for a reader, because they do not become smaller. */
const tooLarge = createRecentCache<true>({ sizeMax: tooLargeMax });

/** Thrown if a run is too large, in contrast to work that the pool gave up and that can succeed later. */
export class TooLargeError extends ApiError {
  constructor() {
    super('too_much_work');
  }
}

/** A run up to its last known event. */
type RunPlace = Pick<RunRow, 'id' | 'lastSeq'>;

/**
 * Reads a stored run. Do not call it in a transaction. A long run waits for its turn, unless only its brief events are read:
 * those are small, and urgent work needs them.
 *
 * @throws ApiError from the pool, or `too_much_work` if the run is too large to read
 */
export async function readStoredRun<P extends Purpose>(
  scope: WorkScope & WorkFor,
  pool: WorkPool,
  run: RunPlace,
  purpose: P,
  asked: Readings[P],
): Promise<ReadAs[P]> {
  const read = () => readWhole(scope, pool, run, purpose, asked);
  if (purpose === 'brief') return read();
  const key = JSON.stringify([run.id, run.lastSeq, purpose, asked]);
  if (tooLarge.get(key)) throw new TooLargeError();
  try {
    return await inWholeRead(scope, await storedBytes(scope.db, run), read);
  } catch (error) {
    if (error instanceof TooLargeError) tooLarge.set(key, true);
    throw error;
  }
}

async function readWhole<P extends Purpose>(
  scope: WorkScope & WorkFor,
  pool: WorkPool,
  { id, lastSeq }: RunPlace,
  purpose: P,
  asked: Readings[P],
): Promise<ReadAs[P]> {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
    if (length > wholeLengthMax) throw new TooLargeError();
  };
  const inPool = <Output>(work: typeof thinning | typeof reading, lines: string) => {
    const input: EventsToRead = { lines, purpose, reading: asked };
    return pool.run(work, input, scope) as Promise<Output>;
  };
  for await (const page of recordedLines(scope.db, id, lastSeq)) {
    add(page.length > shortLengthMax ? await inPool<string>(thinning, page) : page);
  }
  const lines = parts.join('\n');
  if (length <= shortLengthMax) return readEvents({ lines, purpose, reading: asked });
  return inPool<ReadAs[P]>(reading, lines);
}

/** Returns the stored size of a run's events in bytes without reading them. */
export async function storedBytes(db: Database, { id, lastSeq }: RunPlace): Promise<number> {
  const [row] = await db
    .select({ bytes: sql`coalesce(sum(octet_length(${runEvents.lines})), 0)`.mapWith(Number) })
    .from(runEvents)
    .where(and(eq(runEvents.runId, id), lte(runEvents.firstSeq, lastSeq)));
  return row?.bytes ?? 0;
}

/** Runs an action that holds a complete run. If the run is long, the action waits for its turn. */
export async function inWholeRead<T>(
  { organizationId, actor }: WorkFor,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  if (bytes <= shortLengthMax) return work();
  const leave = await wholeReads.enter(organizationId, { member: actor?.userId });
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Folds the brief events of a run before a transaction that needs them; `foldOn` then adds later events. */
export async function foldBeforehand(
  scope: WorkScope & WorkFor,
  pool: WorkPool,
  run: RunPlace,
): Promise<FoldedRun> {
  return { result: await readStoredRun(scope, pool, run, 'brief', {}), lastSeq: run.lastSeq };
}

/**
 * Like `foldBeforehand`, for work that must not fail: if the pool refuses, logs a warning and returns an empty fold, so that
 * `foldOn` reads the whole log.
 */
export async function foldBeforehandIfPossible(
  scope: WorkScope,
  { pool, log }: { pool: WorkPool; log: Log },
  run: RunPlace,
): Promise<FoldedRun> {
  try {
    return await foldBeforehand(scope, pool, run);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { organizationId } = scope;
    log.warn({ err: error, runId: run.id, organizationId }, 'A long run was not read in the pool');
    return { result: emptyRunResult(), lastSeq: 0 };
  }
}
