/**
 * R14, as far as it applies before a first release. A server is repeatedly killed with SIGKILL at random points of its
 * migrations; the next one migrates the same database to the end and serves. If several servers start together on an empty
 * database, one migrates. Requires PostgreSQL. migrations.test.ts tests that a migration gives way to transactions that hold a
 * table, because the first migration never finds a table in use.
 *
 *   npm run drill -- migrations [--quick] [--rounds N] [--seed N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@parley/server/testing/free-port';
import { connectTo, type DatabaseClient } from '@parley/server/testing/listen-to-queries';
import { ownEnvironment } from '@parley/server/testing/own-environment';
import { createEmptyPostgresql } from '@parley/server/testing/postgresql-database';
import { startServerProcess } from '@parley/server/testing/server-process';
import { requirePostgresql } from './drill/cluster.ts';
import { type Drill, runDrill } from './drill/drill.ts';
import { until } from './drill/until.ts';

const program = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url));

/** The advisory lock that the server uses (open-postgresql.ts). */
const migrationLock = 7_212_049;

const migrationTimeoutMs = 60_000;

type Environment = Record<string, string>;

requirePostgresql();
await runDrill('migrations', 'R14', async (drill) => {
  const kills = drill.rounds({ full: 50, quick: 4 });
  const atOnce = drill.size({ full: 4, quick: 3 });
  const whole = await startTogether(drill, atOnce);
  drill.exactly('servers that started at once and serve', whole.served, atOnce);
  drill.exactly('migrations run twice', whole.state.migrations - whole.state.distinct, 0);
  drill.note('tables', whole.state.tables);

  const tookMs = await migrationMs(drill);
  drill.note('migrations take ms', Math.round(tookMs));
  let midway = 0;
  let differing = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const { environment, client, drop } = await emptyDatabase(drill);
    await killMigrating(environment, client, drill.random.between(0, tookMs));
    if ((await stateOf(client)).tables === 0) midway += 1;
    const server = await startOn(environment);
    await server.end('SIGTERM');
    const state = await stateOf(client);
    if (JSON.stringify(state) !== JSON.stringify(whole.state)) differing += 1;
    await drop();
  }
  drill.atLeast('killed while they ran', midway, 1);
  drill.note('killed when they had ended', kills - midway);
  drill.exactly('databases that differ afterwards', differing, 0);
});

interface State {
  tables: number;
  columns: number;
  indexes: number;
  migrations: number;
  distinct: number;
}

async function stateOf(client: DatabaseClient): Promise<State> {
  const { rows } = await client.query(
    `select (select count(*) from pg_tables where schemaname = 'public' and tablename <> 'migrations')::int as tables,
       (select count(*) from information_schema.columns where table_schema = 'public')::int as columns,
       (select count(*) from pg_indexes where schemaname = 'public')::int as indexes,
       to_regclass('public.migrations') is not null as "isMigrated"`,
  );
  const { isMigrated, ...counts } = rows[0];
  if (!isMigrated) return { ...counts, migrations: 0, distinct: 0 };
  const run = await client.query(
    'select count(*)::int as migrations, count(distinct hash)::int as distinct from migrations',
  );
  return { ...counts, ...run.rows[0] };
}

async function startTogether(drill: Drill, count: number) {
  const { environment, client, drop } = await emptyDatabase(drill);
  const servers = await Promise.all(Array.from({ length: count }, () => startOn(environment)));
  const served = servers.filter(({ isRunning }) => isRunning()).length;
  for (const server of servers) await server.end('SIGTERM');
  const state = await stateOf(client);
  await drop();
  return { served, state };
}

/** Measures how long a starting server holds the migration lock, in milliseconds. */
async function migrationMs(drill: Drill): Promise<number> {
  const { environment, client, drop } = await emptyDatabase(drill);
  const starting = startOn(environment);
  await untilMigrating(client, true);
  const startedAt = performance.now();
  await untilMigrating(client, false);
  const tookMs = performance.now() - startedAt;
  await (await starting).end('SIGTERM');
  await drop();
  return tookMs;
}

async function killMigrating(
  environment: Environment,
  client: DatabaseClient,
  afterMs: number,
): Promise<void> {
  const settings = { PORT: String(await freePort()), PARLEY_DEMO_BOT: 'off' };
  const env = ownEnvironment({ ...environment, ...settings });
  const child = spawn(process.execPath, [program, 'api'], { stdio: 'ignore', env });
  const gone = once(child, 'exit');
  await untilMigrating(client, true);
  await sleep(afterMs);
  child.kill('SIGKILL');
  await gone;
  // The database notices the lost connection only after the current statement.
  await untilMigrating(client, false);
}

async function untilMigrating(client: DatabaseClient, isMigrating: boolean): Promise<void> {
  const holds = async () => {
    const { rows } = await client.query(
      `select from pg_locks where locktype = 'advisory' and objid = ${migrationLock}
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0 === isMigrating;
  };
  if (!(await until(migrationTimeoutMs, holds, 5)))
    throw new Error(isMigrating ? 'No server migrates' : 'The migrations do not end');
}

async function startOn(environment: Environment) {
  return startServerProcess({ ...environment, PORT: String(await freePort()) }, 'api');
}

async function emptyDatabase(drill: Drill) {
  const database = await createEmptyPostgresql(process.env.PARLEY_TEST_DATABASE_URL ?? '');
  const client = await connectTo(database.environment.DATABASE_URL ?? '');
  let isDropped = false;
  const drop = async () => {
    if (isDropped) return;
    isDropped = true;
    await client.end();
    await database.drop();
  };
  drill.defer(drop);
  return { environment: database.environment, client, drop };
}
