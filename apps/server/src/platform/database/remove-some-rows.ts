import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './db.ts';

/** Maximum number of rows per step, suitable for small rows to which no other rows refer. */
const rowsPerStep = 5000;

/**
 * Removes at most `most` of the rows whose locations (`ctid`) a query selects. The query is part of the statement, so that a
 * reused location cannot be hit.
 *
 * @returns the number of removed rows
 */
export async function removeRowsAt(
  db: Database,
  table: PgTable,
  places: SQL,
  most: number,
): Promise<number> {
  // Uses the location, because a list of keys with several columns would be looked up one by one.
  const some = sql`array(${places} limit ${most})`;
  const removed = await db.delete(table).where(sql`ctid = any(${some})`);
  return removed.rowCount ?? 0;
}

/**
 * Removes some rows of these organizations from a table that may have too many for one statement.
 * @returns true if there may be more
 */
export async function removeSomeRows(
  db: Database,
  table: PgTable & { organizationId: PgColumn },
  organizationIds: string[],
): Promise<boolean> {
  const places = sql`select ctid from ${table} where ${inArray(table.organizationId, organizationIds)}`;
  return (await removeRowsAt(db, table, places, rowsPerStep)) === rowsPerStep;
}
