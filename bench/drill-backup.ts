/**
 * R13. Backs up while four writers write, and restores into an empty installation. Everything acknowledged before the backup
 * began is restored, and tables that were not written to are identical byte for byte. The server that starts on the restored
 * data sends no old emails and runs no past schedules. A restore without the original secret reports what is missing. Runs on
 * both databases.
 *
 *   npm run drill -- backup [--quick] [--amount SUITES] [--seed N]
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projects } from '@parley/contract';
import { seedHistory } from '@parley/server/seed/seed-history';
import { freePort } from '@parley/server/testing/free-port';
import { lookIntoDatabase } from '@parley/server/testing/look-into-database';
import { createEmptyPostgresql } from '@parley/server/testing/postgresql-database';
import { runProgram } from '@parley/server/testing/run-program';
import { startServerProcess } from '@parley/server/testing/server-process';
import { tableSums } from '@parley/server/testing/table-sums';
import type { Member as Person } from '@parley/server/testing/tenant';
import { type DatabaseKind, databasesHere, startCluster } from './drill/cluster.ts';
import { type Drill, runDrill } from './drill/drill.ts';
import { leaveWorkOpen } from './drill/leave-work-open.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';

const writers = 4;
const writeForMs = 2000;
/** Time in milliseconds in which workers check their schedules twice, which they do every 5 s. */
const peaceMs = 12_000;
const minutesMax = 10;
const suitesPerStatement = 1000;
/** Runs per suite, on PostgreSQL only. They take about 5 GB in total. */
const runsPerSuite = 20;

/** Tables that are written to by sign-ins, by the writers, or by the restore, which ends unfinished work. */
const changing = new Set([
  'accounts',
  'alert_deliveries',
  'alerts',
  'audit_entries',
  'idempotency_keys',
  'jwks',
  'memberships',
  'monitors',
  'organization_totals',
  'outbox_mails',
  'projects',
  'sessions',
  'sign_in_failures',
  'users',
  'verifications',
]);

type Environment = Record<string, string>;

await runDrill('backup', 'R13', async (drill) => {
  const suites = drill.amount({ full: 32_000, quick: 1_000 });
  for (const database of databasesHere()) await backUpAndRestore(drill, database, suites);
});

async function backUpAndRestore(drill: Drill, kind: DatabaseKind, suites: number): Promise<void> {
  const name = (figure: string) => `${kind} ${figure}`;
  const file = join(newFolder(drill), 'parley.backup');
  let tenant: SeededTenant | undefined;
  let before: Environment = {};
  const { members, environment } = await startCluster(drill, {
    database: kind,
    // Without workers, pending work stays open until the restored server could do it.
    roles: ['api'],
    async prepare(own) {
      [tenant] = await seedTenants(own, ['Acme']);
      await fill(own, tenant?.organizationId ?? '', suites);
      await leaveWorkOpen(own, tenant?.organizationId ?? '');
      before = await tableSums(own);
    },
  });
  const [server] = members;
  if (!server || !tenant) throw new Error('Nothing was started');
  const writing = startWriting(await signIn(server.url, tenant));
  await sleep(writeForMs);

  const acknowledged = writing.acknowledged();
  const backup = await timed(() => runProgram('backup', [file], environment));
  if (backup.end.code !== 0) throw new Error(backup.end.output);
  await sleep(writeForMs);
  const all = await writing.stop();
  await server.process().end('SIGTERM');

  const target = await emptyTarget(drill, kind);
  const { PARLEY_SECRET: secret = '', ...bare } = { ...environment, ...target };
  const restoreWith = (settings: Environment) => runProgram('restore', [file], settings);
  const without = await restoreWith(bare);
  const wrong = await restoreWith({ ...bare, PARLEY_SECRET: 'x'.repeat(40) });
  const said = [
    without.output.startsWith('The backup does not contain the secret') && without.code === 1,
    wrong.output.startsWith('PARLEY_SECRET is not the secret') && wrong.code === 1,
  ];
  drill.exactly(name('restores without the secret that say so'), said.filter(Boolean).length, 2);
  const own = { ...bare, PARLEY_SECRET: secret };
  const restore = await timed(() => restoreWith(own));
  if (restore.end.code !== 0) throw new Error(restore.end.output);

  const after = await tableSums(own);
  const compared = Object.keys(before).filter((table) => !changing.has(table));
  const differing = compared.filter((table) => before[table] !== after[table]);
  for (const table of differing) console.log(`${kind} ${table}: ${before[table]}, ${after[table]}`);
  drill.note(name('tables compared'), compared.length);
  drill.exactly(name('tables that differ'), differing.length, 0);
  const restored = await ask<{ id: string }>(own, 'select id from projects');
  const ids = new Set(restored.map(({ id }) => id));
  drill.atLeast(name('acknowledged before the backup'), acknowledged.length, writers);
  drill.note(name('acknowledged while it was made'), all.length - acknowledged.length);
  drill.exactly(name('acknowledged before and lost'), countOthers(acknowledged, ids), 0);

  const settled = await keepPeace(own, tenant, restored.length);
  for (const [figure, count] of Object.entries(settled)) drill.exactly(name(figure), count, 0);
  const [size] = await ask<{ mb: number }>(
    own,
    'select ceil(pg_database_size(current_database()) / 1048576.0)::int as mb',
  );
  drill.note(name('MB of the database'), size?.mb ?? 0);
  drill.note(name('MB of the file'), Math.ceil(statSync(file).size / 2 ** 20));
  drill.note(name('backup s'), seconds(backup.tookMs));
  drill.note(name('restore s'), seconds(restore.tookMs));
  drill.withinMs(name('restore ms'), restore.tookMs, minutesMax * 60_000);
}

/** Creates suites with text and, on PostgreSQL, runs of them with all their results. */
async function fill(environment: Environment, organizationId: string, suites: number) {
  await lookIntoDatabase(environment, async ({ pool }) => {
    await pool.query(
      `insert into projects (id, organization_id, name, description) values ('filled', $1, 'Filled', '')`,
      [organizationId],
    );
    // Each statement must stay below the statement timeout.
    for (let first = 1; first <= suites; first += suitesPerStatement)
      await pool.query(
        `insert into suites (id, organization_id, project_id, name, platform, source, test_count)
         select 'filled-' || n, $1, 'filled', 'Suite ' || n, 'webchat', repeat(md5(n::text), 64), 1
         from generate_series($2::int, $3::int) as n`,
        [organizationId, first, Math.min(first + suitesPerStatement - 1, suites)],
      );
  });
  if (environment.DATABASE_URL === undefined) return;
  const runsPerDay = Math.ceil((suites * runsPerSuite) / 100);
  const size = { suites: 5, days: 20, runsPerDay, tests: 5, steps: 4 };
  await seedHistory(environment.DATABASE_URL, organizationId, size);
}

function startWriting(person: Person) {
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let number = 1; !isOver; number += 1) {
      const call = {
        body: { name: `Project ${writer} ${number}` },
        headers: { 'idempotency-key': randomUUID() },
      };
      // While the embedded database is copied, requests wait and can be told to retry.
      for (;;) {
        const answer = await person.call(projects.createProject, call).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(answer.body.id);
        if (answer?.status === 201 || isOver) break;
        await sleep(100);
      }
    }
  };
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return {
    acknowledged: () => [...acknowledged],
    async stop() {
      isOver = true;
      await all;
      return acknowledged;
    },
  };
}

async function emptyTarget(drill: Drill, kind: DatabaseKind): Promise<Environment> {
  if (kind === 'embedded') return { PARLEY_DATA_DIR: newFolder(drill) };
  const target = await createEmptyPostgresql(process.env.PARLEY_TEST_DATABASE_URL ?? '');
  drill.defer(() => target.drop());
  return target.environment;
}

/** Starts a server with workers on the restored data and counts what it should not have done. */
async function keepPeace(environment: Environment, tenant: SeededTenant, expected: number) {
  const startedAt = new Date();
  const server = await startServerProcess({ ...environment, PORT: String(await freePort()) });
  try {
    const { body } = await (await signIn(server.url, tenant)).call(projects.listProjects, {});
    await sleep(peaceMs);
    await server.end('SIGTERM');
    const [counted] = await ask<Record<string, number>>(
      environment,
      `select (select count(*) from outbox_mails where sent_at is not null)::int as "mails of the past sent",
         (select count(*) from alert_deliveries where status = 'waiting' or sent_at is not null)::int as "alerts of the past sent",
         (select count(*) from monitor_slots where slot < $1)::int as "schedules of the past fired",
         (select count(*) from monitors where next_at <= planned_at)::int as "monitors without a next time"`,
      [startedAt],
    );
    return {
      ...counted,
      'projects not listed': expected - (Array.isArray(body) ? body.length : 0),
    };
  } finally {
    await server.end('SIGKILL');
  }
}

function ask<R>(environment: Environment, text: string, values: unknown[] = []): Promise<R[]> {
  return lookIntoDatabase(environment, async ({ pool }) => (await pool.query(text, values)).rows);
}

async function timed<T>(act: () => Promise<T>): Promise<{ end: T; tookMs: number }> {
  const startedAt = performance.now();
  const end = await act();
  return { end, tookMs: performance.now() - startedAt };
}

function countOthers(wanted: readonly string[], known: ReadonlySet<string>): number {
  return wanted.filter((id) => !known.has(id)).length;
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function newFolder(drill: Drill): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-drill-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
