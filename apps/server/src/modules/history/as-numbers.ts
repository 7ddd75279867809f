import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** An array of numbers, read at once: the driver would take it apart number by number. */
export function asNumbers(column: AnyPgColumn): SQL<number[]> {
  return sql`${column}::text`.mapWith((text: string): number[] =>
    JSON.parse(`[${text.slice(1, -1)}]`),
  );
}
