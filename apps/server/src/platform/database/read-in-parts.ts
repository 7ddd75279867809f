import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './db.ts';

/** Maximum characters of a part: longer strings are freed only by a full garbage collection. */
const partLength = 65_536;

/**
 * Reads a large text without ever holding all of it.
 * @param text a select of one row and one column of that name
 * @returns its UTF-8 bytes in order, or undefined if there is no such row
 */
export async function readInParts(db: Database, text: SQL): Promise<Buffer[] | undefined> {
  // Each "offset 0" keeps the text from being made once for every part.
  const { rows } = await db.execute<{ part: string }>(sql`
    select substr(whole.text, 1 + ${partLength}::int * number, ${partLength}::int) as part
    from (select text || '' as text, octet_length(text) as bytes from (${text} offset 0) as one offset 0) as whole,
      generate_series(0, whole.bytes / ${partLength}::int) as number
    order by number`);
  if (rows.length === 0) return undefined;
  return rows.map(({ part }) => Buffer.from(part)).filter(({ length }) => length > 0);
}
