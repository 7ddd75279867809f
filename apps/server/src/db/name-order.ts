import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Sorts names as people expect: a, B, Ä before z. The collation is explicit, because the two databases have different defaults,
 * and an index supports an order only with the same collation.
 */
export function nameOrder(name: AnyColumn): SQL<string> {
  return sql<string>`${name} collate "und-x-icu"`;
}

/** Converts a name to lower case for comparison. The name is a column or a value of the caller. */
export function withoutCase(name: AnyColumn | SQL): SQL<string> {
  return sql<string>`lower(${name} collate "und-x-icu")`;
}

/**
 * Converts a name to lower case without accents, to be compared by bytes. Plain ASCII names, which most are, take a path that
 * is several times as fast.
 */
export function plainName(name: AnyColumn | SQL): SQL<string> {
  return sql<string>`case when octet_length(${name}) = char_length(${name})
    then lower(${name} collate "C")
    else lower(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu") collate "C"
  end`;
}

/**
 * Condition that a lowercased text contains `wanted`, ignoring case. It compares bytes, which is fastest and matches the
 * indexes in index-searches.ts.
 */
export function holds(textWithoutCase: AnyColumn | SQL, wanted: string): SQL<boolean> {
  const pattern = withoutCase(sql`${`%${escapeLike(wanted)}%`}::text`);
  return sql<boolean>`${textWithoutCase} collate "C" like ${pattern} collate "C"`;
}

/** Escapes a text for use in a `like` pattern. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
