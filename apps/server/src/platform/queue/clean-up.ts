/**
 * Clean-ups remove all expired rows in batches, each small enough for the database to finish in
 * time. A clean-up that exceeds its time continues a minute later, and reports how far behind it
 * is.
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
  /** Its name in metrics and the log. */
  kind: string;
  /** Maximum rows of a batch, for rows whose deletion removes others as well. Default 5000. */
  most?: number;
  /** Parts that are cleaned one after the other, such as one per organization. */
  parts(ask: Ask, signal: AbortSignal): Iterable<Part> | AsyncIterable<Part>;
}

export interface Part {
  /** Query that selects the expired rows, if there is one. */
  due?: SQL;
  /** Removes up to `most` rows and returns their number; if it equals `most`, more may remain. */
  removeSome(ask: Ask, most: number): Promise<number>;
}

/** Runs a short transaction. The database ends its statements before this process stops waiting for them. */
export type Ask = <T>(question: (db: Database) => Promise<T>) => Promise<T>;

interface Surroundings {
  db: Database;
  log: Log;
}

/**
 * Timeout of a statement. Shorter than a connection waits for an answer (open-postgresql.ts), so that no statement continues
 * unobserved.
 */
const statementTimeoutMs = 2000;

const mostByDefault = 5000;

const firstBatch = 500;

/** Durations in milliseconds that control the batch size: batches below the first grow, batches above the second shrink. */
const [shortMs, longMs] = [100, 500];

/** Time for all clean-ups of a job together; less than a job may take (queue.ts). */
const roundMs = 600_000;

const againAfterS = 60;

/** Maximum number of overdue rows that are counted. */
const countedMost = 100_000;

/** Creates the clean-up of all rows of a table that meet a condition. */
export function cleanUpRows(kind: string, table: PgTable, isDue: SQL | undefined): CleanUp {
  return { kind, parts: () => [rowsOf(table, sql`select ctid from ${table} where ${isDue}`)] };
}

/** Part that removes the rows whose locations (`ctid`) a query selects. */
export function rowsOf(table: PgTable, due: SQL): Part {
  return {
    due,
    removeSome: (ask, most) => ask((db) => removeRowsAt(db, table, due, most)),
  };
}

/** Creates a job of clean-ups. It runs on a schedule, and again after a minute while one is behind. */
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
 * Runs clean-ups. Each gets its share of the time, whatever the others have to do. A failure does not delay the others, and is
 * thrown at the end.
 * @returns false while one is behind
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

/** Removes all expired rows. Returns how many are left, at least; undefined if none are. */
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

/** Measures the time that the database takes, without the other work of a batch. */
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
