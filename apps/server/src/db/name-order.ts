import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Names in the order that people expect: a, B, Ä before z. The collation is named because the two
 * databases differ in their default, and an index serves an order only with the same collation.
 */
export function nameOrder(name: AnyColumn): SQL<string> {
  return sql<string>`${name} collate "und-x-icu"`;
}

/** Lowercases a name, from a column or from a caller, for comparison. */
export function withoutCase(name: AnyColumn | SQL): SQL<string> {
  return sql<string>`lower(${name} collate "und-x-icu")`;
}

/**
 * A name in lower case without accents, compared by bytes. Most names are plain ASCII, for which this is several times
 * as fast.
 */
export function plainName(name: AnyColumn | SQL): SQL<string> {
  return sql<string>`case when octet_length(${name}) = char_length(${name})
    then lower(${name} collate "C")
    else lower(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu") collate "C"
  end`;
}

/**
 * Condition that a lowercase text contains the wanted one. It compares bytes, which is fastest and what
 * the indexes of index-searches.ts serve.
 */
export function holds(textWithoutCase: AnyColumn | SQL, wanted: string): SQL<boolean> {
  const pattern = withoutCase(sql`${`%${escapeLike(wanted)}%`}::text`);
  return sql<boolean>`${textWithoutCase} collate "C" like ${pattern} collate "C"`;
}

/** Escapes a text for a `like` pattern. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
