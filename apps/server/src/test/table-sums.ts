import type { ClientBase } from 'pg';
import { lookIntoDatabase } from './look-into-database.ts';

/** Time limit in milliseconds, enough to read a table of several gigabytes. */
const patienceMs = 15 * 60_000;

/**
 * Computes the number of rows and the sum of their hashes for each table, except for some that hold the state of processes or
 * derived data.
 */
export function tableSums(environment: Record<string, string>): Promise<Record<string, string>> {
  return lookIntoDatabase(environment, async ({ pool }) => {
    const client = await pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      return await readSums(client);
    } finally {
      client.release(true);
    }
  });
}

async function readSums(client: ClientBase): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
     and tablename not in ('migrations', 'server_processes', 'clean_ups', 'run_queue', 'waiting_organizations',
       'domain_events', 'usage_days', 'uncounted_days')
     order by tablename`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const text = `select count(*) || ' ' || coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)), 0) as sum
      from ${client.escapeIdentifier(name)} t`;
    const question = { text, query_timeout: patienceMs };
    const { rows } = await client.query<{ sum: string }>(question);
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}
