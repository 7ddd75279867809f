/**
 * Reads what is stored of a run. The events of a short run are read at once, those of a longer one by the
 * work pool, page by page: each page goes there as it is stored and comes back with what the reader needs.
 */
import { emptyRunResult } from '@parley/suite';
import { ApiError } from '../../platform/api-error.ts';
import type { Log } from '../../platform/log.ts';
import type { WorkScope } from '../../platform/scope.ts';
import { pooledWork, type WorkFor, type WorkPool } from '../../platform/work-pool.ts';
import { type FoldedRun, recordedLines } from './fold-recorded.ts';
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

/** Characters of events that are read at once: a few milliseconds. */
const shortLengthMax = 128 * 1024;

/** Characters of thinned events that are read together; more would use up the memory of the process. */
const wholeLengthMax = 64 * 1024 * 1024;

/** A run, up to the last of its events that is known. */
type RunPlace = Pick<RunRow, 'id' | 'lastSeq'>;

/**
 * Not to be called in a transaction.
 *
 * @throws ApiError as the pool does, or `too_much_work` where a run is larger than one answer may be
 */
export async function readStoredRun<P extends Purpose>(
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
    if (length > wholeLengthMax) throw new ApiError('too_much_work');
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

/** Folds the brief events of a run before a transaction that needs them; `foldOn` adds what comes until then. */
export async function foldBeforehand(
  scope: WorkScope & WorkFor,
  pool: WorkPool,
  run: RunPlace,
): Promise<FoldedRun> {
  return { result: await readStoredRun(scope, pool, run, 'brief', {}), lastSeq: run.lastSeq };
}

/** The same for work that has to go on: where the pool has no time for it, nothing is folded yet. */
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
