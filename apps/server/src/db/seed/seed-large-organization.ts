import { sql } from 'drizzle-orm';
import { ownerDatabase } from '../../platform/database/organization-database.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { newId } from '../../platform/security/ids.ts';

/** Maximum number of rows per statement, low enough for a statement to stay well below its time limit. */
const batchSize = 5_000;

/**
 * Fills an organization for measurements, by default with 1,000 projects and 100,000 suites, a third of them phone suites.
 * `inFirst` of the suites are in the first project; the others are spread evenly. `members` is a number of additional members,
 * and `tests` the number of tests per suite. Names vary like words, so that neither their order nor a search follows the order
 * of the rows.
 */
export async function seedLargeOrganization(
  { db, organizationId }: Scope,
  {
    projects = 1_000,
    suites = 100_000,
    members = 0,
    tests = 1,
    inFirst = Math.ceil(suites / projects),
  }: {
    projects?: number;
    suites?: number;
    members?: number;
    tests?: number;
    inFirst?: number;
  } = {},
): Promise<void> {
  const batch = newId();
  const perOther = Math.max(1, Math.ceil((suites - inFirst) / Math.max(1, projects - 1)));
  for (let first = 1; first <= projects; first += batchSize) {
    const last = Math.min(projects, first + batchSize - 1);
    await db.execute(sql`
      insert into projects (id, organization_id, name, description, webchat_suites, phone_suites)
      select ${batch} || '-' || n, ${organizationId}, 'Project ' || substr(md5(n::text), 1, 6) || ' ' || n, '',
        greatest(0, til - since) - phone, phone
      from generate_series(${first}::int, ${last}::int) as n,
        lateral (select
          case when n = 1 then 0 else ${inFirst}::int + (n - 2) * ${perOther}::int end as since,
          case when n = 1 then ${inFirst}::int else least(${suites}::int, ${inFirst}::int + (n - 1) * ${perOther}::int) end as til
        ) as range,
        lateral (select greatest(0, til / 3 - since / 3) as phone) as counted`);
  }
  for (let first = 1; first <= suites; first += batchSize) {
    const last = Math.min(suites, first + batchSize - 1);
    await db.execute(sql`
      insert into suites (id, organization_id, project_id, name, platform, source, test_count, test_names, test_names_version, modified_at)
      select ${batch} || '-' || n, ${organizationId}, ${batch} || '-' || (case when n <= ${inFirst}::int then 1 else 2 + (n - 1 - ${inFirst}::int) / ${perOther}::int end),
        'Suite ' || substr(md5('s' || n), 1, 8) || ' ' || n,
        case when n % 3 = 0 then 'phone' else 'webchat' end,
        source, ${tests}::int, names, 1, now() - make_interval(secs => n)
      from generate_series(${first}::int, ${last}::int) as n,
        lateral (select string_agg(name, e'\\n' order by k) as names,
            string_agg(e'---\\n- test: ' || name || e'\\n- hello: welcome\\n', '' order by k) as source
          from generate_series(1, ${tests}::int) as k,
            lateral (select 'Greets' || case when k = 1 then '' else ' ' || substr(md5(n || ' ' || k), 1, 8) || ' ' || k end as name) as named
        ) as tested`);
  }
  await db.execute(sql`
    insert into organization_totals (organization_id, projects, webchat_suites, phone_suites)
    select ${organizationId}, count(*), sum(webchat_suites), sum(phone_suites)
    from projects where organization_id = ${organizationId}
    on conflict (organization_id) do update set
      projects = excluded.projects, webchat_suites = excluded.webchat_suites, phone_suites = excluded.phone_suites`);
  await db.execute(sql`
    with people as (
      insert into users (id, name, email)
      select ${batch} || '-' || n, 'Person ' || substr(md5('u' || n), 1, 6), ${batch} || '-' || n || '@example.org'
      from generate_series(1, ${members}) as n
      returning id)
    insert into memberships (organization_id, user_id, role)
    select ${organizationId}, id, 'member' from people`);
  for (const table of ['projects', 'suites', 'memberships']) {
    await ownerDatabase(db).execute(sql`vacuum ${sql.identifier(table)}`);
    await ownerDatabase(db).execute(sql`analyze ${sql.identifier(table)}`);
  }
}
