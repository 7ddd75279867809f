import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Reads an array of numbers as one text, because the driver would parse it number by number. */
export function asNumbers(column: AnyPgColumn): SQL<number[]> {
  return sql`${column}::text`.mapWith((text: string): number[] =>
    JSON.parse(`[${text.slice(1, -1)}]`),
  );
}
