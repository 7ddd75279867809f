/**
 * Clean-ups remove all expired rows in batches that are small enough for the database to finish in time. A clean-up that runs
 * out of time continues a minute later and reports how far behind it is.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { cleanUps as states } from '../../db/schema/clean-ups.ts';
import type { Database } from '../database/db.ts';
import { removeRowsAt } from '../database/remove-some-rows.ts';
import { causesOf } from '../errors/causes-of.ts';
import type { Log } from '../observability/log.ts';
import { type Job, type Queue, type Work, work } from './queue.ts';

export interface CleanUp {
  /** Name in metrics and the log. */
  kind: string;
  /** Maximum number of rows per batch, for rows whose deletion also removes others. Default 5,000. */
  most?: number;
  /** Parts to clean one after the other, such as one per organization. */
  parts(ask: Ask, signal: AbortSignal): Iterable<Part> | AsyncIterable<Part>;
}

export interface Part {
  /** Query for the expired rows, if there is one. */
  due?: SQL;
  /**
   * Removes up to `most` rows.
   * @returns the number of removed rows; if it is at least `most`, more may remain
   */
  removeSome(ask: Ask, most: number): Promise<number>;
}

/** Runs a short transaction. The database cancels its statements before this process would stop waiting for them. */
export type Ask = <T>(question: (db: Database) => Promise<T>) => Promise<T>;

interface Surroundings {
  db: Database;
  log: Log;
}

/**
 * Time limit of a statement in milliseconds. It is shorter than connections wait for results (open-postgresql.ts), so that no
 * statement continues unobserved.
 */
const statementTimeoutMs = 2000;

const mostByDefault = 5000;

const firstBatch = 500;

/**
 * Durations in milliseconds that control the batch size: after a shorter batch than the first it grows, after a longer one than
 * the second it shrinks.
 */
const [shortMs, longMs] = [100, 500];

/** Time in milliseconds for all clean-ups of a job together, less than the time limit of a job (queue.ts). */
const roundMs = 600_000;

const againAfterS = 60;

/** Maximum number of overdue rows to count. */
const countedMost = 100_000;

/** Creates a clean-up for all rows of a table that meet a condition. */
export function cleanUpRows(kind: string, table: PgTable, isDue: SQL | undefined): CleanUp {
  return { kind, parts: () => [rowsOf(table, sql`select ctid from ${table} where ${isDue}`)] };
}

/** Creates a part that removes the rows whose locations (`ctid`) a query selects. */
export function rowsOf(table: PgTable, due: SQL): Part {
  return {
    due,
    removeSome: (ask, most) => ask((db) => removeRowsAt(db, table, due, most)),
  };
}

/** Creates a job that runs clean-ups on a schedule, and again after a minute while one is behind. */
export function cleanUpWork(
  platform: Surroundings & { queue: Queue },
  job: Job,
  cleanUps: readonly CleanUp[],
  schedule: string,
): Work {
  const { db, queue } = platform;
  const run = async (_payload: object, signal: AbortSignal) => {
    const until = AbortSignal.any([signal, queue.stopping]);
    const isDone = await cleanUp(platform, cleanUps, until);
    if (!isDone) await queue.send(db, job, {}, { startAfterS: againAfterS });
  };
  return work(job, run, { schedule });
}

/**
 * Runs clean-ups. Each gets its share of the time, whatever the others have to do. A failure does not stop the others and is
 * thrown at the end.
 * @returns false if one is behind
 */
export async function cleanUp(
  { db, log }: Surroundings,
  cleanUps: readonly CleanUp[],
  signal: AbortSignal,
  forMs = roundMs,
): Promise<boolean> {
  const startedAt = Date.now();
  const failures: unknown[] = [];
  let isDone = true;
  for (const [index, each] of cleanUps.entries()) {
    const leftMs = startedAt + (forMs * (index + 1)) / cleanUps.length - Date.now();
    const ending = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, leftMs))]);
    try {
      const left = await removeAll(db, each, ending);
      await writeDown(db, each.kind, left);
      if (left === undefined) continue;
      isDone = false;
      log.warn({ kind: each.kind, left }, 'A clean-up is behind and goes on later');
    } catch (error) {
      log.error({ err: error, kind: each.kind }, 'A clean-up failed');
      failures.push(error);
      await writeDown(db, each.kind, 0).catch(() => undefined);
    }
  }
  if (failures.length > 0) throw failures[0];
  return isDone;
}

/**
 * Removes all expired rows.
 * @returns undefined if none are left, otherwise how many are left at least (up to 100,000; 0 if unknown)
 */
async function removeAll(
  db: Database,
  { parts, most = mostByDefault }: CleanUp,
  signal: AbortSignal,
): Promise<number | undefined> {
  const clock = { askedMs: 0 };
  const ask = timedAsk(db, clock);
  let size = Math.min(most, firstBatch);
  for await (const part of parts(ask, signal)) {
    for (let isMore = true; isMore; ) {
      if (signal.aborted) return countLeft(ask, part);
      clock.askedMs = 0;
      try {
        const removed = await part.removeSome(ask, size);
        isMore = removed >= size;
        if (clock.askedMs < shortMs) size = Math.min(most, size * 2);
        if (clock.askedMs > longMs) size = Math.ceil(size / 2);
      } catch (error) {
        if (!tookTooLong(error) || size === 1) throw error;
        size = Math.ceil(size / 4);
      }
    }
  }
  return undefined;
}

/** Measures the time that the database takes, without other work of the batch. */
function timedAsk(db: Database, clock: { askedMs: number }): Ask {
  return async (question) => {
    const startedAt = Date.now();
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${statementTimeoutMs}`));
        return question(tx);
      });
    } finally {
      clock.askedMs += Date.now() - startedAt;
    }
  };
}

async function countLeft(ask: Ask, { due }: Part): Promise<number> {
  if (due === undefined) return 0;
  const counted = sql`select count(*)::int as "left" from (${due} limit ${countedMost}) due`;
  try {
    const { rows } = await ask((db) => db.execute<{ left: number }>(counted));
    return rows[0]?.left ?? 0;
  } catch (error) {
    if (tookTooLong(error)) return 0;
    throw error;
  }
}

const tookTooLong = (error: unknown) =>
  causesOf(error).some((cause) => 'code' in cause && cause.code === '57014');

async function writeDown(db: Database, kind: string, left: number | undefined): Promise<void> {
  const state = { endedAt: sql`now()`, left: left ?? 0 };
  const isDone = left === undefined;
  await db
    .insert(states)
    .values({ kind, ...state, behindSince: isDone ? null : sql`now()` })
    .onConflictDoUpdate({
      target: states.kind,
      set: {
        ...state,
        behindSince: isDone ? null : sql`coalesce(${states.behindSince}, now())`,
      },
    });
}

export interface CleanUpState {
  kind: string;
  left: number;
  behindSeconds: number;
}

export function listCleanUps(db: Database): Promise<CleanUpState[]> {
  return db
    .select({
      kind: states.kind,
      left: states.left,
      behindSeconds: sql<number>`coalesce(extract(epoch from now() - ${states.behindSince}), 0)::float8`,
    })
    .from(states)
    .orderBy(states.kind);
}
