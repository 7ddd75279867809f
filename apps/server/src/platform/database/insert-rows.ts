/**
 * Inserts many rows as a single JSON parameter. One parameter per value would make writing the statement far slower than
 * everything else.
 */
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './db.ts';
import { storableJson } from './storable.ts';

/** Maximum characters of JSON in one statement; PostgreSQL takes 256 MB. */
const statementLengthMax = 8 * 1024 * 1024;

/**
 * Inserts rows. Every column has to be given, since defaults are not filled in. Must be called in a transaction. `orElse` is
 * the `on conflict …` clause for rows that exist already.
 */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: Table['$inferSelect'][],
  orElse = sql``,
): Promise<void> {
  const columns = Object.entries(getTableColumns(table));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  for (const json of jsonOf(rows, columns)) {
    await db.execute(
      sql`insert into ${table} (${names})
        select ${names} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)
        ${orElse}`,
    );
  }
}

function* jsonOf(rows: object[], columns: [string, { name: string }][]): Generator<string> {
  let part: string[] = [];
  let length = 0;
  for (const row of rows) {
    const values = row as Record<string, unknown>;
    const json = storableJson(
      Object.fromEntries(columns.map(([key, { name }]) => [name, values[key]])),
    );
    if (part.length > 0 && length + json.length > statementLengthMax) {
      yield `[${part.join()}]`;
      part = [];
      length = 0;
    }
    part.push(json);
    length += json.length;
  }
  if (part.length > 0) yield `[${part.join()}]`;
}
