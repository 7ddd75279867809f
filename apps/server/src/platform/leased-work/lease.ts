/**
 * Leases are columns of the rows that are worked on. Their times are those of the database, so that
 * the clocks of workers do not matter.
 */
import { and, eq, gt, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFieldsFlat } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Database } from '../database/db.ts';

type LeasedTable = PgTable & { leaseOwner: PgColumn; leaseExpiresAt: PgColumn };

export interface Lease {
  /** Lifetime of a claim without renewal. */
  ms: number;
  /** Expiry of a lease that is claimed or renewed now. */
  end: SQL;
  /** Columns of a row without a lease. */
  released: { leaseOwner: null; leaseExpiresAt: null };
  /** Condition for rows whose worker fell silent. */
  hasExpired: SQL | undefined;
  /** Condition for rows that `owner` holds, including expired leases that were not taken over. */
  isHeldBy(owner: string): SQL | undefined;
  /** Counts, as a subquery, the rows that all parts of a process hold. */
  countHeldBy(processId: SQLWrapper): SQL;
  /** Renews the leases that `owner` still holds among `which`, and returns these columns of their rows. */
  renew<Columns extends SelectedFieldsFlat>(
    db: Database,
    owner: string,
    which: SQL | undefined,
    columns: Columns,
  ): Promise<SelectResultFields<Columns>[]>;
  /** Ends all leases. Only for a process that is alone, so that no other can hold one. */
  expireAll(db: Database): Promise<void>;
  /** Ends leases that expire later than any renewal could have set: the clock was set back, and their workers are gone. */
  expireUnreachable(db: Database): Promise<void>;
}

/** @param isHeld condition for rows that some worker holds */
export function createLease(
  table: LeasedTable,
  { ms, isHeld }: { ms: number; isHeld: SQL },
): Lease {
  const { leaseOwner, leaseExpiresAt } = table;
  const after = (wait: number) => sql`now() + make_interval(secs => ${wait / 1000})`;
  const isHeldBy = (owner: string) => and(isHeld, eq(leaseOwner, owner));
  const set = (db: Database, expiresAt: SQL, which: SQL | undefined) =>
    // The columns are those of any leased table, which the types of a general one do not tell.
    db
      .update(table)
      .set({ leaseExpiresAt: expiresAt } as object)
      .where(which);
  const expired = sql`now() - interval '1 second'`;
  return {
    ms,
    end: after(ms),
    released: { leaseOwner: null, leaseExpiresAt: null },
    hasExpired: and(isHeld, lt(leaseExpiresAt, sql`now()`)),
    isHeldBy,
    countHeldBy: (processId) => sql`(
      select count(*) from ${table}
      where split_part(${leaseOwner}, '.', 1) = ${processId} and ${isHeld})`,
    async renew(db, owner, which, columns) {
      const renewed = await set(db, after(ms), and(which, isHeldBy(owner))).returning(columns);
      return renewed as never;
    },
    async expireAll(db) {
      await set(db, expired, isHeld);
    },
    async expireUnreachable(db) {
      await set(db, expired, and(isHeld, gt(leaseExpiresAt, after(2 * ms))));
    },
  };
}
