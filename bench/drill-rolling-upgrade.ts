/**
 * R23. Upgrades from the previous release: a database with queued runs, verdicts in the old format, a link, an API key and a
 * schedule, recorded from the real program (drill/record-release-before.ts). Queued runs run once. Pages, reports and figures
 * stay the same, and row-level security shows each organization only its own data. The old release's statements still work,
 * both while the new servers run and without them. Switching the edition loses no data, and an old backup can be restored.
 * With `--old FOLDER`, a working tree of that release, the real old program also runs next to the new one.
 *
 *   npm run drill -- rolling-upgrade [--quick] [--old FOLDER]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { publicApi, runs, suites } from '@parley/contract';
import { callApi } from '@parley/server/testing/call-api';
import { freePort } from '@parley/server/testing/free-port';
import { connectTo, type DatabaseClient } from '@parley/server/testing/listen-to-queries';
import { createEmptyPostgresql } from '@parley/server/testing/postgresql-database';
import { runProgram } from '@parley/server/testing/run-program';
import { startServerProcess } from '@parley/server/testing/server-process';
import { databasesHere, requirePostgresql } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { type Drill, runDrill } from './drill/drill.ts';
import {
  facts,
  figuresOfNow,
  publicUrl,
  secret,
  startReleaseBefore,
} from './drill/release-before.ts';
import { countRunFaults } from './drill/run-faults.ts';
import { type SeededTenant, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

interface ReleaseBefore {
  recordedAt: string;
  bot: string;
  owner: SeededTenant;
  stranger: SeededTenant;
  key: string;
  share: string;
  suites: { passing: string; watched: string };
  ended: string[];
  queued: string[];
  answers: Record<string, unknown>;
}

interface Statement {
  text: string;
  values: unknown[];
}

type Environment = Record<string, string>;
type Role = 'all' | 'api' | 'worker';

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`drill/release-before/${name}`, import.meta.url)));
const before: ReleaseBefore = JSON.parse(fixture('about.json').toString());
const settleMs = 60_000;

/** Tables whose rows are counted, because none may be lost. */
const kept = [
  'users',
  'organizations',
  'memberships',
  'projects',
  'suites',
  'api_keys',
  'run_shares',
  'runs',
  'run_events',
  'test_results',
  'usage_events',
  'monitors',
];

/**
 * Tables without row-level security despite an organization column, because their rows do not belong to the organization
 * alone.
 */
const withoutOrganization: string[] = ['sessions'];

requirePostgresql();
await runDrill('rolling-upgrade', 'R23', async (drill) => {
  const bot = await startCountingBot(5);
  drill.defer(() => bot.close());
  const settings = {
    PARLEY_SECRET: secret,
    PARLEY_PUBLIC_URL: publicUrl,
    PARLEY_EGRESS_ALLOW: bot.address,
  };
  const { environment, client } = await loadDatabase(drill, bot.address);
  const own = { ...environment, ...settings };
  const place: Place = { drill, botAddress: bot.address, environment: own, client };
  if (drill.old !== undefined) await workBeside(place, drill.old);
  await upgrade(place);
  const twice = [...bot.said.values()].filter((times) => times > 1).length;
  drill.exactly('steps that the bot was told twice', twice, 0);
  await downgrade(place);
  await changeEdition(place);
  for (const kind of databasesHere()) await restore(drill, kind, settings);
});

interface Place {
  drill: Drill;
  botAddress: string;
  environment: Environment;
  client: DatabaseClient;
}

/** Loads the recorded database, with all times shifted to now and the recorded bot replaced. */
async function loadDatabase(drill: Drill, botAddress: string) {
  const { environment, drop } = await createEmptyPostgresql(
    process.env.PARLEY_TEST_DATABASE_URL ?? '',
  );
  drill.defer(drop);
  const dump = gunzipSync(fixture('database.sql.gz')).toString();
  const loading = await connectTo(environment.DATABASE_URL ?? '');
  await loading.query(dump.replaceAll(before.bot, botAddress));
  await loading.end();
  const client = await connectTo(environment.DATABASE_URL ?? '');
  drill.defer(() => client.end());
  const { rows } = await client.query(
    `select table_name as "table", column_name as "column", data_type as type
     from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
     where table_schema = 'public' and data_type in ('timestamp with time zone', 'date')`,
  );
  for (const { table, column, type } of rows) {
    const shift =
      type === 'date'
        ? `(now() at time zone 'utc')::date - (timestamptz '${before.recordedAt}' at time zone 'utc')::date`
        : `(now() - timestamptz '${before.recordedAt}')`;
    await client.query(`update "${table}" set "${column}" = "${column}" + (${shift})`);
  }
  return { environment, client };
}

async function start({ drill, environment }: Pick<Place, 'drill' | 'environment'>, role: Role) {
  const server = await startServerProcess({ ...environment, PORT: String(await freePort()) }, role);
  drill.defer(() => server.end('SIGKILL'));
  return server;
}

async function countDiffering(url: string, without: readonly string[] = []): Promise<number> {
  const person = await signIn(url, before.owner);
  const { key, share, ended } = before;
  const now = await facts(url, { ...before.owner, token: person.token, key, share, ended });
  const differing = Object.keys(before.answers).filter(
    (name) => !without.includes(name) && !says(now[name], before.answers[name]),
  );
  for (const name of differing)
    console.log(name, JSON.stringify(now[name]), 'was', JSON.stringify(before.answers[name]));
  return differing.length;
}

/** @returns true if a response contains everything in an older response; a newer release may add more */
function says(now: unknown, then: unknown): boolean {
  if (typeof then !== 'object' || then === null) return now === then;
  if (typeof now !== 'object' || now === null) return false;
  if (Array.isArray(then) && (!Array.isArray(now) || now.length !== then.length)) return false;
  return Object.entries(then).every(([key, value]) =>
    says((now as Record<string, unknown>)[key], value),
  );
}

async function rowsOf({ client }: Place, text: string, values: unknown[] = []) {
  return (await client.query(text, values)).rows;
}

async function countOf(place: Place, from: string, values: unknown[] = []): Promise<number> {
  return (await rowsOf(place, `select count(*)::int as count from ${from}`, values))[0].count;
}

async function counts(place: Place): Promise<number[]> {
  const found: number[] = [];
  for (const table of kept) found.push(await countOf(place, table));
  return found;
}

async function upgrade(place: Place): Promise<void> {
  const { drill } = place;
  const rowsBefore = await counts(place);
  const api = await start(place, 'api');
  const rowsAfter = await counts(place);
  drill.exactly(
    'tables that lost rows',
    kept.filter((_, index) => (rowsAfter[index] ?? 0) < (rowsBefore[index] ?? 0)).length,
    0,
  );
  const isSame = drill.old === undefined ? [] : ['figures'];
  drill.atLeast('answers of the release before', Object.keys(before.answers).length, 10);
  drill.exactly('answers that changed', await countDiffering(api.url, isSame), 0);
  drill.exactly(
    'tables of organizations without row-level security',
    await countOf(
      place,
      `information_schema.columns join pg_class on oid = format('public.%I', table_name)::regclass
       where table_schema = 'public' and column_name = 'organization_id' and not relrowsecurity and relkind = 'r'
         and table_name not in (select table_name from unnest($1::text[]) table_name)`,
      [withoutOrganization],
    ),
    0,
  );
  const stranger = await signIn(api.url, before.stranger);
  const foreign = await stranger.call(runs.getRun, { params: { runId: before.ended[0] ?? '' } });
  drill.exactly('status of a run of another organization', foreign.status, 404);
  const headers = { authorization: `Bearer ${before.key}` };
  const listed = await callApi(api.url, publicApi.readSuites, { headers });
  drill.exactly('suites that the API key reads', listed.body.items?.length ?? 0, 3);

  const workers = [await start(place, 'worker'), await start(place, 'worker')];
  const isOver = async () =>
    (await countOf(place, `runs where status in ('queued', 'running')`)) === 0;
  await until(settleMs, isOver);
  const passed = await countOf(place, `runs where id = any($1) and status = 'passed'`, [
    before.queued,
  ]);
  drill.exactly('queued runs that passed', passed, before.queued.length);
  await checkFaults(place, 'upgrade');
  const due = await countOf(
    place,
    `monitors where suite_id = $1 and next_at > now() - interval '10 minutes'`,
    [before.suites.watched],
  );
  drill.exactly('schedules that go on', due, 1);
  for (const worker of workers) await worker.end('SIGTERM');
  await api.end('SIGTERM');
}

async function checkFaults(place: Place, name: string): Promise<void> {
  const query = async <R extends object>(text: string) => (await rowsOf(place, text)) as R[];
  const faults = await countRunFaults({ query } as Parameters<typeof countRunFaults>[0]);
  for (const [fault, count] of Object.entries(faults))
    place.drill.exactly(`${name}: ${fault}`, count, 0);
}

/** Simulates a server of the previous release that is still running, by executing its statements on the current tables. */
async function downgrade(place: Place): Promise<void> {
  const { drill } = place;
  const statements: Statement[] = JSON.parse(fixture('statements-of-a-run.json').toString());
  const [inserted] = statements;
  if (inserted === undefined) throw new Error('Nothing was recorded');
  const api = await start(place, 'api');
  const person = await signIn(api.url, before.owner);
  const statusOf = async (runId: string) =>
    (await person.call(runs.getRun, { params: { runId } })).body.status;

  await replay(place, [inserted], 'queued-by-the-release-before');
  const worker = await start(place, 'worker');
  await until(settleMs, async () => (await statusOf('queued-by-the-release-before')) === 'passed');
  drill.exactly(
    'runs queued by the release before that passed',
    Number((await statusOf('queued-by-the-release-before')) === 'passed'),
    1,
  );
  await worker.end('SIGTERM');

  const figuresBefore = await figuresOfNow(person);
  await replay(place, statements, 'run-by-the-release-before');
  drill.exactly(
    'runs by the release before that passed',
    Number((await statusOf('run-by-the-release-before')) === 'passed'),
    1,
  );
  const figures = await figuresOfNow(person);
  drill.exactly('runs it added to the figures', figures.runs - figuresBefore.runs, 1);
  drill.exactly('runs left in the queue', await countOf(place, 'run_queue'), 0);
  const [use] = await rowsOf(
    place,
    `select (select sum(quantity) from usage_events where kind = 'interactions')::int as events,
       (select sum(interactions) from usage_days)::int as counted, (select count(*) from uncounted_days)::int as uncounted`,
  );
  drill.exactly(
    'interactions counted besides their events',
    use.uncounted > 0 ? 0 : use.events - use.counted,
    0,
  );
  await checkFaults(place, 'downgrade');
  await api.end('SIGTERM');
}

/** Replays the recorded statements of one run for another run. */
async function replay(place: Place, statements: Statement[], runId: string): Promise<void> {
  const recordedId = String(statements[0]?.values[0]);
  const recordedOn = before.recordedAt.slice(0, 10);
  const today = new Date().toISOString().slice(0, 10);
  for (const { text, values } of statements) {
    const own = JSON.stringify(values)
      .replaceAll(recordedId, runId)
      .replaceAll(recordedOn, today)
      .replaceAll(before.bot, place.botAddress);
    await place.client.query(text, JSON.parse(own));
  }
}

async function changeEdition(place: Place): Promise<void> {
  const { drill } = place;
  const rowsBefore = await counts(place);
  const wanted = { hosted: 'trial', 'self-hosted': 'enabled' };
  for (const edition of ['hosted', 'self-hosted'] as const) {
    const environment = { ...place.environment, PARLEY_EDITION: edition };
    const api = await start({ drill, environment }, 'api');
    const status = await countOf(place, `organizations where subscription_status = $1`, [
      wanted[edition],
    ]);
    drill.exactly(`${edition}: organizations that are ${wanted[edition]}`, status, 2);
    drill.exactly(
      `${edition}: answers that changed`,
      await countDiffering(api.url, ['figures']),
      0,
    );
    const stranger = await signIn(api.url, before.stranger);
    const params = { suiteId: before.suites.passing };
    const foreign = await stranger.call(suites.getSuite, { params });
    drill.exactly(`${edition}: status of a suite of another organization`, foreign.status, 404);
    await api.end('SIGTERM');
  }
  const rowsAfter = await counts(place);
  drill.exactly(
    'rows lost by changes of the edition',
    rowsBefore.filter((count, index) => count !== rowsAfter[index]).length,
    0,
  );
}

/** Restores into an empty installation as documented. Dates are not shifted, so the share link is expired. */
async function restore(drill: Drill, kind: 'embedded' | 'postgresql', settings: Environment) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-drill-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
  let environment: Environment = { PARLEY_DATA_DIR: folder };
  if (kind === 'postgresql') {
    const target = await createEmptyPostgresql(process.env.PARLEY_TEST_DATABASE_URL ?? '');
    drill.defer(() => target.drop());
    environment = target.environment;
  }
  const own = { ...settings, ...environment };
  const file = fileURLToPath(new URL('drill/release-before/parley.backup', import.meta.url));
  const { code, output } = await runProgram('restore', [file], own);
  if (code !== 0) throw new Error(output);
  const server = await start({ drill, environment: own }, kind === 'embedded' ? 'all' : 'api');
  const changed = await countDiffering(server.url, ['figures', 'shared run']);
  drill.exactly(`${kind}: answers that a restored backup changed`, changed, 0);
  await server.end('SIGTERM');
}

/** Runs both real programs on one database. No run is executed twice, and the old program keeps working on its own. */
async function workBeside(place: Place, old: string): Promise<void> {
  const { drill, environment } = place;
  const oldServer = await startReleaseBefore(old, environment, 'all');
  const each = drill.amount({ full: 40, quick: 8 });
  const newServers = [await start(place, 'api'), await start(place, 'worker')];
  const urls = [oldServer.url, newServers[0]?.url ?? ''];
  const people = [];
  for (const url of urls) people.push(await signIn(url, before.owner));
  const started: string[] = [];
  for (let count = 0; count < each; count += 1)
    for (const person of people) {
      const { body } = await person.call(runs.startRun, {
        params: { suiteId: before.suites.passing },
        body: {},
      });
      started.push(body.id);
    }
  const passed = (ids: string[]) =>
    countOf(place, `runs where id = any($1) and status = 'passed'`, [ids]);
  await until(settleMs, async () => (await passed(started)) === started.length);
  drill.exactly('beside: runs that passed', await passed(started), each * 2);
  const again = await countOf(place, 'runs where id = any($1) and attempt > 1', [started]);
  drill.exactly('beside: runs claimed twice', again, 0);
  // Only the new program writes changes: six rows per run (for organization, project and suite).
  const [{ byNew }] = await rowsOf(
    place,
    `select (case when is_called then last_value else 0 end)::int / 6 as "byNew" from run_day_changes_id_seq`,
  );
  drill.atLeast('beside: runs of the new server', byNew, 1);
  drill.atLeast('beside: runs of the old server', started.length - byNew, 1);
  await checkFaults(place, 'beside');
  for (const server of newServers) await server.end('SIGTERM');
  const [person] = people;
  const alone = await person?.call(runs.startRun, {
    params: { suiteId: before.suites.passing },
    body: {},
  });
  const id = alone?.body.id ?? '';
  await until(settleMs, async () => (await passed([id])) === 1);
  drill.exactly('beside: runs of the old server alone that passed', await passed([id]), 1);
  await signIn(oldServer.url, before.owner);
  await oldServer.end();
}
