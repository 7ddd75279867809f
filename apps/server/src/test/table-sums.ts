import { sql } from 'drizzle-orm';
import { lookIntoDatabase } from './look-into-database.ts';

/** Of every table of a database: how many rows, and a hash of all that is in them. */
export function tableSums(environment: Record<string, string>): Promise<Record<string, string>> {
  return lookIntoDatabase(environment, async ({ db }) => {
    const { rows: tables } = await db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'
          and tablename not in ('migrations', 'server_processes') order by tablename`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await db.execute<{ sum: string }>(
        sql`select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as sum
            from (select md5(to_jsonb(t)::text) as row from ${sql.identifier(name)} t) r`,
      );
      sums[name] = rows[0]?.sum ?? '';
    }
    return sums;
  });
}
