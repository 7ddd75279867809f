/** Records the server's queries to PostgreSQL, for measurements that need the query plans. */
import pg from 'pg';

export type DatabaseClient = pg.Client;

/** Connects without time limits. */
export async function connectTo(databaseUrl: string): Promise<DatabaseClient> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

export interface OverheardQuery {
  text: string;
  values: unknown[];
}

/** Records reads from matching tables. Call it before the server connects. */
export function listenToQueries(tables: RegExp): OverheardQuery[] {
  const asked: OverheardQuery[] = [];
  const ask = pg.Client.prototype.query;
  pg.Client.prototype.query = function listening(this: pg.Client, ...args: unknown[]) {
    const [query, more] = args as [string | Partial<OverheardQuery> | undefined, unknown?];
    const known = typeof query === 'string' ? { text: query } : query;
    const { text = '', values = [] } = { ...known, ...(Array.isArray(more) && { values: more }) };
    const isMeant = /^\s*(select|with)/i.test(text) && tables.test(text);
    if (isMeant) asked.push({ text, values });
    return Reflect.apply(ask, this, args);
  } as typeof ask;
  return asked;
}
