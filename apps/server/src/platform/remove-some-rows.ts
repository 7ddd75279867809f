import { inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './db.ts';

/** Rows of one step: small ones that nothing refers to. */
const rowsPerStep = 5000;

/** Rows of these organizations in a table that may have too many for one statement. Whether there may be more. */
export async function removeSomeRows(
  db: Database,
  table: PgTable & { organizationId: PgColumn },
  organizationIds: string[],
): Promise<boolean> {
  // By their place, as a list of keys with several columns would be looked up one by one.
  const places = sql`select ctid from ${table}
    where ${inArray(table.organizationId, organizationIds)} limit ${rowsPerStep}`;
  const removed = await db.delete(table).where(sql`ctid = any(array(${places}))`);
  return removed.rowCount === rowsPerStep;
}
