import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** The buckets of a row and of the one that is inserted in its place, added up. */
export function addedTo(latencies: AnyPgColumn): SQL {
  return sql`(
    select coalesce(array_agg(coalesce(old, 0) + coalesce(new, 0) order by place), '{}')
    from unnest(${latencies}, excluded.latencies) with ordinality as bucket(old, new, place))`;
}
