import { inArray, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database/db.ts';
import { acrossOrganizations } from '../platform/database/organization-database.ts';

interface Page {
  where: SQL | undefined;
  orderBy: SQL[];
  limit: number;
  offset?: number;
}

/**
 * Searches for a page of rows and returns a condition that selects them by id. Under row-level security, PostgreSQL uses no
 * index for `like`, because the comparison might leak values. So this query runs across organizations, and `where` has to limit
 * it to one. The caller's query with the returned condition is subject to row-level security again.
 */
export async function foundInIndex(
  db: Database,
  table: PgTable & { id: AnyPgColumn },
  { where, orderBy, limit, offset = 0 }: Page,
): Promise<SQL> {
  const found = await acrossOrganizations(db, (all) =>
    all
      .select({ id: table.id })
      .from(table as PgTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  );
  return inArray(
    table.id,
    found.map(({ id }) => id),
  );
}
