import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/db.ts';
import { ownerDatabase } from '../platform/database/organization-database.ts';

/** Inserts ended runs of a suite "Years" directly into the database, because each real run would take a second. */
export async function writeRuns(
  db: Database,
  count: number,
  columns: { organization_id: string } & Record<string, string>,
): Promise<void> {
  const names = sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values: SQL[] = Object.values(columns).map((value) => sql`${value}::text`);
  await db.execute(
    sql`insert into runs (id, suite_name, project_name, platform, source, trigger, status, counts,
          is_complete, ${names})
        select gen_random_uuid(), 'Years', 'Web', 'webchat', '', 'manual', 'passed', '{}', true,
          ${sql.join(values, sql`, `)}
        from generate_series(1, ${count}::int)`,
  );
}

/** Makes statements fail that change too many rows, as a statement timeout would with more data. */
export async function refuseManyAtOnce(
  db: Database,
  most: { table: string; event: string; rows: number }[],
): Promise<void> {
  await ownerDatabase(
    db,
  ).execute(sql`create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from before) > tg_argv[0]::int then raise 'too many for one statement'; end if;
      return null;
    end $$`);
  for (const { table, event, rows } of most)
    await ownerDatabase(db).execute(sql`create trigger ${sql.identifier(`few_${event}`)}
      after ${sql.raw(event)} on ${sql.identifier(table)} referencing old table as before
      for each statement execute function refuse_many(${sql.raw(String(rows))})`);
}
