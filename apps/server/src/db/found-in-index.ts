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
 * The condition for the rows of a page that a search has found. Under row-level security,
 * PostgreSQL uses no index for `like`, which might leak what it was compared with. So the search
 * finds the ids across organizations, and then reads only rows of the organization by them.
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
