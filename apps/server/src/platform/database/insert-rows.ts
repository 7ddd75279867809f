/**
 * Inserts many rows with one JSON parameter, because building a statement with one parameter per value takes far longer than
 * everything else.
 */
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './db.ts';
import { storableJson } from './storable.ts';

/** Maximum length of the JSON in one statement, in characters, unless a single row is longer. PostgreSQL accepts 256 MB. */
const statementLengthMax = 8 * 1024 * 1024;

/**
 * Inserts rows. Every column needs a value, because defaults do not apply. Has to be called in a transaction, since many rows
 * take several statements. `orElse` is an `on conflict …` clause for rows that exist already.
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
