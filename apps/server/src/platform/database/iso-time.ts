import { type SQL, sql } from 'drizzle-orm';

/** Formats a time as ISO 8601 in UTC with milliseconds, as `Date` prints it. */
export const isoTime = (at: SQL): SQL =>
  sql`to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
