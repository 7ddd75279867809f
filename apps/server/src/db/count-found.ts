import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/db.ts';

export interface Total {
  total: number;
  /** There are more. */
  isLowerBound?: true;
}

/** Counting a million hits would take longer than showing the first page of them. */
const countedMax = 1000;

/** How many rows match: exactly up to a thousand, and beyond that as far as the next page reaches. */
export async function countFound(
  db: Database,
  table: PgTable,
  matching: SQL | undefined,
  { page, pageSize }: { page: number; pageSize: number },
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
