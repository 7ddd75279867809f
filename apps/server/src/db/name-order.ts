import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Names in the order that people expect: a, B, Ä before z. The collation is named because the two
 * databases differ in their default, and an index serves an order only with the same collation.
 */
export function nameOrder(name: AnyColumn): SQL<string> {
  return sql<string>`${name} collate "und-x-icu"`;
}

/** A name without its case, for comparing; also of what a caller sent. */
export function withoutCase(name: AnyColumn | SQL): SQL<string> {
  return sql<string>`lower(${name} collate "und-x-icu")`;
}

/** Whether a text without its case holds what somebody looks for. Bytes are compared, which is fastest. */
export function holds(textWithoutCase: AnyColumn | SQL, wanted: string): SQL<boolean> {
  const sought = withoutCase(sql`${wanted}::text`);
  return sql<boolean>`strpos(${textWithoutCase} collate "C", ${sought} collate "C") > 0`;
}
