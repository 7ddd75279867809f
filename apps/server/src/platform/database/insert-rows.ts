/**
 * Inserts many rows as one parameter, a JSON of them all. With a parameter for each value, to write
 * the statement costs far more than all else that there is to do.
 */
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './db.ts';
import { storableJson } from './storable.ts';

/** Characters of JSON in one statement; PostgreSQL takes 256 MB. */
const statementLengthMax = 8 * 1024 * 1024;

/**
 * Every column has to be given: defaults are not filled in. Call it in a transaction. `orElse` says
 * what becomes of a row that is there already: `on conflict …`.
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
