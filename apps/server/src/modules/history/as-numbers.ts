import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Reads an array of numbers as a single string, because the driver's own parser is slower: it handles one number at a time. */
export function asNumbers(column: AnyPgColumn): SQL<number[]> {
  return sql`${column}::text`.mapWith((text: string): number[] =>
    JSON.parse(`[${text.slice(1, -1)}]`),
  );
}
