/**
 * An outbox: rows that are written in the transaction that causes them and delivered after its commit. There are two kinds of
 * delivery. What leaves the database (emails, alerts) is claimed for a while, sent, and retried after pauses that double. What
 * stays in the database (results, slots) is processed in the transaction that marks the row. In both cases, another worker
 * continues with the rows of a worker that dies.
 */
import { lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/db.ts';

type OutboxTable = PgTable & { attempts: PgColumn; nextAttemptAt: PgColumn };

interface Outbox {
  /** Condition for rows whose next attempt is due. */
  isDue: SQL;
  /** Column values when a worker claims a row: one more attempt, and no other attempt for a while. */
  claimed: { attempts: SQL; nextAttemptAt: SQL };
  /** Column values when the attempts of a row start again. */
  renewed: { attempts: number; nextAttemptAt: SQL };
}

/** @param claimS seconds, more than an attempt takes; otherwise, two workers could deliver the same row */
export function createOutbox(
  { attempts, nextAttemptAt }: OutboxTable,
  { claimS }: { claimS: number },
): Outbox {
  return {
    isDue: lte(nextAttemptAt, sql`now()`),
    claimed: { attempts: sql`${attempts} + 1`, nextAttemptAt: later(claimS) },
    renewed: { attempts: 0, nextAttemptAt: sql`now()` },
  };
}

export function later(seconds: number): SQL {
  return sql`now() + make_interval(secs => ${seconds})`;
}

/** Returns the pause in seconds: 10 s after the first attempt, doubled with each further one, up to `longestS`. */
export function pauseAfter(attempts: number, longestS: number): number {
  return Math.min(longestS, 10 * 2 ** Math.min(attempts - 1, 9));
}

interface Delivery<Row> {
  /** Claims due rows. */
  claim(): Promise<Row[]>;
  /**
   * Tries to deliver a row and records the result.
   * @returns false if other rows would fail, too
   */
  attempt(row: Row): Promise<boolean>;
  /** Aborted when the process stops. Otherwise, a delivery might be cut off before it is recorded, and would be repeated. */
  stopping: AbortSignal;
}

/** Delivers due rows until none is left or the process stops. */
export async function deliverDue<Row>({ claim, attempt, stopping }: Delivery<Row>): Promise<void> {
  while (!stopping.aborted) {
    const rows = await claim();
    if (rows.length === 0) return;
    const goesOn = await Promise.all(rows.map(attempt));
    if (goesOn.includes(false)) return;
  }
}

interface TellingInside<Row> {
  /** Finds undelivered rows and locks them. */
  find(db: Database): Promise<Row[]>;
  /** Delivers rows and marks them as delivered. */
  tell(db: Database, rows: Row[]): Promise<void>;
}

/**
 * Finds and processes rows in one transaction, so that repeating it is harmless.
 *
 * @returns the number of rows found
 */
export function tellInside<Row>(db: Database, { find, tell }: TellingInside<Row>): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await find(tx);
    if (rows.length > 0) await tell(tx, rows);
    return rows.length;
  });
}

/** Number of consecutive failures after which the cause is assumed to lie outside the rows. */
const failuresMax = 3;

/**
 * Processes rows one after the other. A failed row is passed to `onFailure` and does not hold up the rows after it.
 *
 * @throws the error of the third consecutive failure
 */
export async function eachByItself<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
  onFailure: (row: Row, error: unknown) => void,
): Promise<void> {
  let failuresInARow = 0;
  for (const row of rows) {
    try {
      await act(row);
      failuresInARow = 0;
    } catch (error) {
      failuresInARow += 1;
      if (failuresInARow === failuresMax) throw error;
      onFailure(row, error);
    }
  }
}
