import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Adds the buckets of the inserted row to those of the existing row, in an upsert. */
export function addedTo(latencies: AnyPgColumn): SQL {
  return sql`(
    select coalesce(array_agg(coalesce(old, 0) + coalesce(new, 0) order by place), '{}')
    from unnest(${latencies}, excluded.latencies) with ordinality as bucket(old, new, place))`;
}
