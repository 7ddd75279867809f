/**
 * Leases are columns of the rows that are worked on. Their times come from the database, so that the clocks of workers do not
 * matter.
 */
import { and, eq, gt, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFieldsFlat } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Database } from '../database/db.ts';

type LeasedTable = PgTable & { leaseOwner: PgColumn; leaseExpiresAt: PgColumn };

export interface Lease {
  /** Milliseconds until a lease expires unless it is renewed. */
  ms: number;
  /** Expiry of a lease that is claimed or renewed now. */
  end: SQL;
  /** Column values of a row without a lease. */
  released: { leaseOwner: null; leaseExpiresAt: null };
  /** Condition for rows whose lease has expired, because their worker stopped responding. */
  hasExpired: SQL | undefined;
  /** Condition for rows that `owner` holds, including those with expired leases that nobody has taken over. */
  isHeldBy(owner: string): SQL | undefined;
  /** Subquery that counts the rows held by all lease owners of a process. */
  countHeldBy(processId: SQLWrapper): SQL;
  /** Renews those of the leases in `which` that `owner` still holds, and returns the given columns of their rows. */
  renew<Columns extends SelectedFieldsFlat>(
    db: Database,
    owner: string,
    which: SQL | undefined,
    columns: Columns,
  ): Promise<SelectResultFields<Columns>[]>;
  /** Ends all leases. Only for a process that runs alone, so that no other process can hold a lease. */
  expireAll(db: Database): Promise<void>;
  /**
   * Ends leases that expire later than any renewal could have set. They are left from before the clock was set back, and their
   * workers are gone.
   */
  expireUnreachable(db: Database): Promise<void>;
}

/** @param isHeld condition for rows that any worker holds */
export function createLease(
  table: LeasedTable,
  { ms, isHeld }: { ms: number; isHeld: SQL },
): Lease {
  const { leaseOwner, leaseExpiresAt } = table;
  const after = (wait: number) => sql`now() + make_interval(secs => ${wait / 1000})`;
  const isHeldBy = (owner: string) => and(isHeld, eq(leaseOwner, owner));
  const set = (db: Database, expiresAt: SQL, which: SQL | undefined) =>
    // All leased tables have this column, but the generic type does not know it.
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
