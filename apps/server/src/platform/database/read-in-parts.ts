import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './db.ts';

/** Length of a part in characters. Longer strings are freed only by a full garbage collection. */
const partLength = 65_536;

/**
 * Reads a large text without ever holding it as one string.
 * @param text a query for one row with one column named `text`
 * @returns its UTF-8 bytes in order, or undefined if there is no such row
 */
export async function readInParts(db: Database, text: SQL): Promise<Buffer[] | undefined> {
  // `offset 0` keeps the planner from evaluating the text once per part.
  const { rows } = await db.execute<{ part: string }>(sql`
    select substr(whole.text, 1 + ${partLength}::int * number, ${partLength}::int) as part
    from (select text || '' as text, octet_length(text) as bytes from (${text} offset 0) as one offset 0) as whole,
      generate_series(0, whole.bytes / ${partLength}::int) as number
    order by number`);
  if (rows.length === 0) return undefined;
  return rows.map(({ part }) => Buffer.from(part)).filter(({ length }) => length > 0);
}
