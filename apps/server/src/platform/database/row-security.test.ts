import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { projects } from '../../db/schema/index.ts';
import { createTestDatabase } from '../../test/database-template.ts';
import { type FilledOrganization, fillOrganization } from '../../test/filled-organization.ts';
import { createEmptyPostgresql, onServer } from '../../test/postgresql-database.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../observability/log.ts';
import { newId } from '../security/ids.ts';
import type { Database } from './db.ts';
import { runMigrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { connectEmbedded } from './open-embedded.ts';
import { acrossOrganizations, inOrganization } from './organization-database.ts';
import { prepareRoles } from './row-security.ts';

const serverUrl = process.env.PARLEY_TEST_DATABASE_URL;

/** Selects the tables with an organization column, and the tables that belong to one of them. */
const tenantTables = sql`
  with recursive tenants as (
    select attrelid as oid from pg_attribute join pg_class on pg_class.oid = attrelid
    where attname = 'organization_id' and relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace
    union select 'public.organizations'::regclass
    union select conrelid from pg_constraint
    join tenants on confrelid = tenants.oid
    -- What may be without it, as a session without an organization's provider, is a person's.
    join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attnotnull
  )
  select relname as name, relrowsecurity as "isOn", (
    select count(*)::int from pg_policy where polrelid = pg_class.oid
  ) as policies
  from tenants join pg_class using (oid) order by relname`;

let app: TestApp;
let db: Database;
let acme: FilledOrganization;
let other: FilledOrganization;
let tables: { name: string; isOn: boolean; policies: number }[];

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  db = app.platform.db;
  acme = await fillOrganization(app, 'Acme');
  other = await fillOrganization(app, 'Other');
  for (const each of [acme, other]) await fillParts(each);
  ({ rows: tables } = await db.execute<(typeof tables)[number]>(tenantTables));
});

afterAll(() => app.close());

/** Inserts rows that belong to an organization only through their parent and that tests do not create through the API. */
async function fillParts({ holdings }: FilledOrganization): Promise<void> {
  const { runId, suiteId, explorationId, loadTestId } = holdings;
  const statements = [
    sql`insert into run_events (run_id, first_seq, last_seq, lines) values (${runId}, 901, 901, '{}')`,
    sql`insert into run_results (run_id, day, outcome, failure_classes, tests_passed, tests_failed,
        duration_ms, latencies)
      values (${runId}, now(), 'passed', '{}', 1, 0, 1, '{}')`,
    sql`insert into exploration_events (exploration_id, seq, event) values (${explorationId}, 901, '{}')`,
    sql`insert into load_results (load_test_id, share, attempt, totals, failures)
      values (${loadTestId}, 901, 1, '{}', '{}')`,
    sql`insert into load_samples (load_test_id, second, share, attempt, sample)
      values (${loadTestId}, 1, 901, 1, '{}')`,
    sql`insert into monitor_slots (suite_id, slot, outcome) values (${suiteId}, now(), 'missed')`,
  ];
  for (const statement of statements) await db.execute(statement);
}

async function count(from: Database, table: string): Promise<number> {
  const { rows } = await from.execute<{ total: number }>(
    sql`select count(*)::int as total from ${sql.identifier(table)}`,
  );
  return Number(rows[0]?.total);
}

const idOf = ({ holdings }: FilledOrganization) => String(holdings.orgId);

describe('row-level security', () => {
  it('is enabled for every table of an organization, for the tenant role and the service role', () => {
    expect(tables.length).toBeGreaterThan(30);
    expect(tables.filter(({ isOn, policies }) => !isOn || policies < 2)).toEqual([]);
  });

  it('shows nothing of any table to a statement without an organization', async () => {
    const shown: string[] = [];
    for (const { name } of tables)
      if ((await count(inOrganization(db, ''), name)) > 0) shown.push(name);
    expect(shown).toEqual([]);
  });

  it('shows each row to one organization', async () => {
    const { rows } = await db.execute<{ id: string }>(sql`select id from organizations`);
    const filled: string[] = [];
    for (const { name } of tables) {
      let shown = 0;
      for (const { id } of rows) shown += await count(inOrganization(db, id), name);
      const all = await count(db, name);
      expect([name, shown]).toEqual([name, all]);
      if (all > 0) filled.push(name);
    }
    const parts = [
      'run_events',
      'run_results',
      'exploration_events',
      'load_results',
      'load_samples',
    ];
    expect(filled).toEqual(
      expect.arrayContaining(['runs', 'load_shares', 'monitor_slots', ...parts]),
    );
  });

  it.each([
    [
      'a statement',
      (work: (db: Database) => Promise<unknown>) => work(inOrganization(db, idOf(acme))),
    ],
    [
      'a transaction',
      (work: (db: Database) => Promise<unknown>) =>
        inOrganization(db, idOf(acme)).transaction(work),
    ],
  ])('lets %s change nothing of another organization', async (_, inAcme) => {
    const foreign = eq(projects.id, String(other.holdings.projectId));
    const before = await db.select().from(projects).where(foreign);
    expect(before).toHaveLength(1);
    const { id, ...row } = before[0] as typeof projects.$inferSelect;
    const moved = { organizationId: idOf(other) };
    const own = eq(projects.id, String(acme.holdings.projectId));
    const refused = { cause: { code: '42501' } };
    await inAcme((tx) => tx.update(projects).set({ name: 'Taken' }).where(foreign));
    await inAcme((tx) => tx.delete(projects).where(foreign));
    await expect(
      inAcme((tx) => tx.insert(projects).values({ ...row, id: newId(), name: 'Put there' })),
    ).rejects.toMatchObject(refused);
    await expect(inAcme((tx) => tx.update(projects).set(moved).where(own))).rejects.toMatchObject(
      refused,
    );
    expect(await db.select().from(projects).where(foreign)).toEqual(before);
  });

  it('is suspended in a transaction for queries across organizations, and restored', async () => {
    const every = await count(db, 'projects');
    await inOrganization(db, idOf(acme)).transaction(async (tx) => {
      const own = await count(tx, 'projects');
      expect(own).toBeLessThan(every);
      expect(await acrossOrganizations(tx, (all) => count(all, 'projects'))).toBe(every);
      expect(await count(tx, 'projects')).toBe(own);
    });
  });

  it('ends with the statement or the transaction, also with one that fails', async () => {
    const acmes = inOrganization(db, idOf(acme));
    const fails = sql`select 1 / 0`;
    await expect(acmes.execute(fails)).rejects.toThrow();
    await expect(acmes.transaction((tx) => tx.execute(fails))).rejects.toThrow();
    await acmes.transaction((tx) => tx.execute(sql`select 1`));
    const all = await count(db, 'projects');
    expect(all).toBeGreaterThan(await count(acmes, 'projects'));
  });
});

it('who may create roles can use them, even if that needs a grant', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  // Always PostgreSQL 18, even if the tests use an older server.
  const embedded = await connectEmbedded(folder, createLog('warn'));
  onTestFinished(async () => {
    client.release();
    await embedded.close();
    rmSync(folder, { recursive: true });
  });
  const client = await embedded.pool.connect();
  await client.query(`create role maker createrole; grant create on database postgres to maker;
    alter schema public owner to maker; set session authorization maker`);
  await runMigrations(drizzle(client));
  const roles = await prepareRoles(client, createLog('silent'));
  expect(roles).toEqual({ tenant: 'parley_tenant_maker', service: 'parley_service_maker' });
  await client.query(`set role ${roles?.service}`);
  await client.query(`insert into organizations (id, name, subscription_status)
    values ('acme', 'Acme', 'enabled')`);
  await client.query(`set role ${roles?.tenant}`);
  expect((await client.query('select id from organizations')).rows).toEqual([]);
  await client.query("set parley.organization = 'acme'");
  expect((await client.query('select id from organizations')).rows).toEqual([{ id: 'acme' }]);
});

/** Creates a PostgreSQL user with its own database. */
async function openAs(attributes: string) {
  const user = `parley_test_${newId().replaceAll(/\W/g, '').toLowerCase()}`;
  const address = String(serverUrl);
  const database = await createEmptyPostgresql(address);
  const url = new URL(String(database.environment.DATABASE_URL));
  const name = url.pathname.slice(1);
  await onServer(address, async (client) => {
    await client.query(`create role ${user} login password 'parley' ${attributes}`);
    await client.query(`alter database ${name} owner to ${user}`);
  });
  onTestFinished(async () => {
    await database.drop();
    const roles = [`parley_tenant_${user}`, `parley_service_${user}`, user];
    await onServer(address, (client) => client.query(`drop role if exists ${roles.join(', ')}`));
  });
  url.username = user;
  url.password = 'parley';
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const environment = { ...database.environment, DATABASE_URL: url.href };
  const opened = await openDatabase(readConfig(environment), log);
  onTestFinished(() => opened.close());
  return { ...opened, url: url.href, warnings: () => lines.join('\n') };
}

const addOrganization = sql`insert into organizations (id, name, subscription_status)
  values ('acme', 'Acme', 'enabled')`;

describe.runIf(serverUrl)('a user of a PostgreSQL server', () => {
  it("who may create roles is separated from the program's work for an organization", async () => {
    const { db: service, hasRowSecurity, pool, warnings } = await openAs('createrole');
    expect(hasRowSecurity).toBe(true);
    expect(warnings()).not.toContain('Row-level security');
    await service.execute(addOrganization);
    expect(await count(inOrganization(service, 'other'), 'organizations')).toBe(0);
    expect(await count(inOrganization(service, 'acme'), 'organizations')).toBe(1);
    // A statement of the previous release, which switches to no role.
    const { rowCount } = await pool.query("update organizations set name = 'Acme & Co.'");
    expect(rowCount).toBe(1);
  });

  it('who may not create roles is told so, and works without them', async () => {
    const { db: service, hasRowSecurity, warnings } = await openAs('nocreaterole');
    expect(hasRowSecurity).toBe(false);
    expect(warnings()).toContain('Row-level security is off');
    await service.execute(addOrganization);
    expect(await count(inOrganization(service, 'acme'), 'organizations')).toBe(1);
  });

  it('finds the roles again where a copy of the database came without them', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const client = new pg.Client({ connectionString: String(database.environment.DATABASE_URL) });
    await client.connect();
    const { rows } = await client.query<{ user: string }>('select current_user as user');
    const role = pg.escapeIdentifier(`parley_service_${rows[0]?.user}`);
    await client.query(`drop policy ${role} on organizations`);
    await client.query(`revoke all on organizations from ${role}`);
    await client.end();
    const opened = await openDatabase(readConfig(database.environment), createLog('warn'));
    await opened.db.execute(addOrganization);
    expect(await count(opened.db, 'organizations')).toBe(1);
    await opened.close();
  });
});
