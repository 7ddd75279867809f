import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database/db.ts';

export interface Total {
  total: number;
  /** True if there are more rows than `total`. */
  isLowerBound?: true;
}

interface Page {
  page: number;
  pageSize: number;
}

/**
 * Reads a page of the matching rows and counts all of them, in parallel for the first page. Pages beyond the end are not read.
 */
export async function pageWithTotal<Row>(
  { page, pageSize }: Page,
  read: () => Promise<Row[]>,
  countAll: () => Promise<Total>,
): Promise<{ rows: Row[]; pagination: Page & Total }> {
  if (page === 1) {
    const [rows, counted] = await Promise.all([read(), countAll()]);
    // A first page that is not full shows the total itself, so it cannot contradict the count.
    const total = rows.length < pageSize ? { total: rows.length } : counted;
    return { rows, pagination: { page, pageSize, ...total } };
  }
  const total = await countAll();
  const isBeyondEnd = (page - 1) * pageSize >= total.total;
  return { rows: isBeyondEnd ? [] : await read(), pagination: { page, pageSize, ...total } };
}

/** Number of rows that are always counted exactly. Counting a million hits would take longer than reading their first page. */
const countedMax = 200;

/** Counts matching rows: exactly up to 200, and beyond that up to the end of the next page. */
export async function countFound(
  db: Database,
  table: PgTable,
  matching: SQL | undefined,
  { page, pageSize }: Page,
): Promise<Total> {
  const most = Math.max(countedMax, (page + 1) * pageSize);
  const found = db
    .select({ one: sql`1` })
    .from(table)
    .where(matching)
    .limit(most + 1)
    .as('found');
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  const total = row?.total ?? 0;
  return total > most ? { total: most, isLowerBound: true } : { total };
}
