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

/** Reads a page of the matching rows and counts them all. The first page is read and counted in parallel. */
export async function pageWithTotal<Row>(
  { page, pageSize }: Page,
  read: () => Promise<Row[]>,
  countAll: () => Promise<Total>,
): Promise<{ rows: Row[]; pagination: Page & Total }> {
  if (page === 1) {
    const [rows, counted] = await Promise.all([read(), countAll()]);
    // A page that is not full has counted them, too, and cannot contradict itself.
    const total = rows.length < pageSize ? { total: rows.length } : counted;
    return { rows, pagination: { page, pageSize, ...total } };
  }
  const total = await countAll();
  const isBeyondEnd = (page - 1) * pageSize >= total.total;
  return { rows: isBeyondEnd ? [] : await read(), pagination: { page, pageSize, ...total } };
}

/** Maximum number of rows to count, because counting a million hits would take longer than reading the first page of them. */
const countedMax = 200;

/** Counts matching rows: exactly up to 200, and beyond that as far as the next page reaches. */
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
