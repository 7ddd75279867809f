/** What the server asks of PostgreSQL, for measurements that want to see the plans. */
import pg from 'pg';

export type DatabaseClient = pg.Client;

/** A connection without deadlines. */
export async function connectTo(databaseUrl: string): Promise<DatabaseClient> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

/** Remembers what is asked about runs; to be called before the server connects. */
export function listenToQueries(): { text: string; values: unknown[] }[] {
  const asked: { text: string; values: unknown[] }[] = [];
  const ask = pg.Client.prototype.query;
  pg.Client.prototype.query = function listening(this: pg.Client, ...args: unknown[]) {
    const [query, values = []] = args as [string | { text: string } | undefined, unknown[]?];
    const text = typeof query === 'string' ? query : (query?.text ?? '');
    const isAboutRuns =
      /^\s*(select|with)/i.test(text) && /"runs"|results"|(run|step)_days/.test(text);
    if (isAboutRuns && Array.isArray(values)) asked.push({ text, values });
    return Reflect.apply(ask, this, args);
  } as typeof ask;
  return asked;
}
