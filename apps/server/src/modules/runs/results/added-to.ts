import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Sums the buckets of a row and of the one inserted in its place. */
export function addedTo(latencies: AnyPgColumn): SQL {
  return sql`(
    select coalesce(array_agg(coalesce(old, 0) + coalesce(new, 0) order by place), '{}')
    from unnest(${latencies}, excluded.latencies) with ordinality as bucket(old, new, place))`;
}
