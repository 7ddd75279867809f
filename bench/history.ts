/**
 * Measures the lists and charts of the history with 100 thousand and with 10 million step results, over HTTP on PostgreSQL, in
 * a separate database that is dropped afterwards. Both organizations have the same suites over the same 100 days; the large
 * one runs them 100 times as often. `--plans FILE` writes the executed plan of each query, with the database time for both.
 * `--keep NAME` creates the database under that name, keeps it, and reuses it the next time.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- history [--requests N] [--plans FILE]
 *     [--keep NAME]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type Endpoint,
  history,
  overview,
  type PathParams,
  type QueryInput,
  runs,
} from '@parley/contract';
import { seedHistory } from '@parley/server/seed/seed-history';
import { startTestApp } from '@parley/server/testing';
import {
  connectTo,
  type DatabaseClient,
  listenToQueries,
} from '@parley/server/testing/listen-to-queries';
import { createTenant, type Member, memberOf } from '@parley/server/testing/tenant';
import { measureInTurn, type Spread, shown } from './server/measure-in-turn.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100' },
    plans: { type: 'string' },
    keep: { type: 'string' },
    /** Prefix of the questions to measure. */
    only: { type: 'string', default: '' },
    /** Uses a hundredth of the data, for trying out the bench itself. */
    small: { type: 'boolean', default: false },
  },
});
const requests = Number(values.requests);

const goal = { p95Ms: 300, factor: 1.5, noiseMs: 3 };

const shape = { suites: 25, days: 100, tests: 5, steps: 4 };
const sizes = {
  small: { ...shape, runsPerDay: 2 },
  large: { ...shape, runsPerDay: values.small ? 4 : 200 },
};

interface Side {
  member: Member;
  projectId: string;
  suiteId: string;
  runId: string;
  failedRunId: string;
  cursor: string;
}

interface Question {
  name: string;
  ask(side: Side): Promise<{ status: number }>;
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const fortnight = { from: day(13), to: day(0) };
const quarter = { from: day(89), to: day(0) };

const questions: Question[] = [
  list('runs, first page', () => fortnight),
  list('runs, a page further down', ({ cursor }) => ({ cursor })),
  list('runs of a project', ({ projectId }) => ({ ...fortnight, projectId })),
  list('runs of a suite', ({ suiteId }) => ({ ...quarter, suiteId })),
  list('runs that failed', () => ({ ...fortnight, status: 'failed' })),
  list('runs with an outcome that none has', () => ({ ...quarter, status: 'interrupted' })),
  list('runs by phone', () => ({ ...fortnight, platform: 'phone' })),
  list('runs by API', () => ({ ...fortnight, trigger: 'api' })),
  list('runs without an answer', () => ({ ...fortnight, failureClass: 'silent' })),
  list('runs with a class that none has', () => ({ ...quarter, failureClass: 'configuration' })),
  list('runs with a text that many have', () => ({ ...fortnight, search: 'in the month 2' })),
  list('runs with a text that none has', () => ({ ...quarter, search: 'not a text of any run' })),
  list('failed runs with a text that none has', () => ({
    ...quarter,
    status: 'failed',
    search: 'not a text of any run',
  })),
  list('failed runs of a suite by hand', ({ suiteId }) => ({
    ...quarter,
    suiteId,
    status: 'failed',
    trigger: 'manual',
  })),
  list('failed runs of a project by API, silent', ({ projectId }) => ({
    ...quarter,
    projectId,
    status: 'failed',
    trigger: 'api',
    failureClass: 'silent',
  })),
  list('runs of a suite on a platform that it has not', ({ suiteId }) => ({
    ...quarter,
    suiteId,
    platform: 'phone',
  })),
  charts('charts of 14 days', () => fortnight),
  charts('charts of 90 days', () => quarter),
  charts('charts of 90 days of a project', ({ projectId }) => ({ ...quarter, projectId })),
  charts('charts of 90 days of a suite', ({ suiteId }) => ({ ...quarter, suiteId })),
  question('reliability of a suite', history.getReliability, ({ suiteId }) => ({
    params: { suiteId },
  })),
  question('course of the steps of a test', history.getCourse, ({ suiteId }) => ({
    params: { suiteId },
    query: { test: 'Test 3' },
  })),
  question('latencies of a step, 90 days', history.getStepDays, ({ suiteId }) => ({
    params: { suiteId },
    query: { ...quarter, test: 'Test 3', step: 1 },
  })),
  question('the run before', runs.getPreviousRun, ({ runId }) => ({ params: { runId } })),
  question('failures of a run, dated', runs.listRunFailures, ({ failedRunId: runId }) => ({
    params: { runId },
  })),
  question('overview', overview.getOverview, () => ({})),
  question('suites with how they stand', overview.listSuiteStandings, () => ({})),
];

/**
 * Questions that take longer as the data grows, because they read every run of 14 days to find the latest per environment and
 * device. They only have to stay within the time limit.
 */
const growing = new Set(['overview', 'suites with how they stand']);

const address = process.env.PARLEY_TEST_DATABASE_URL;
if (!address) {
  console.error('Name a PostgreSQL server by PARLEY_TEST_DATABASE_URL.');
  process.exit(2);
}

const overheard = listenToQueries(/"runs"|results"|(run|step)_days/);
const settings: Record<string, string> = {};
if (values.keep !== undefined) {
  settings.DATABASE_URL = await openKept(values.keep);
  // A fixed secret, so that encrypted values can be read the next time.
  settings.PARLEY_SECRET = 'only-of-the-bench-of-the-history';
}
const app = await startTestApp({ hasWorker: false, settings });
const measured: { name: string; small: Spread; large: Spread }[] = [];
let stepResults = 0;
try {
  const begunAt = performance.now();
  const small = await fill('Small', sizes.small);
  const large = await fill('Large', sizes.large);
  const client = await connectTo(await addressOfDatabase());
  const { rows } = await client.query(
    'select sum(jsonb_array_length(steps))::int as count, pg_size_pretty(pg_database_size(current_database())) as size from test_results where organization_id = $1',
    [large.member.organizationId],
  );
  stepResults = rows[0].count;
  const seconds = Math.round((performance.now() - begunAt) / 1000);
  console.log(
    `${stepResults.toLocaleString('en-US')} results of steps, ${rows[0].size}, filled in ${seconds} s`,
  );
  console.log(`${' '.repeat(52)}100,000: p50/p95 ms   10 million: p50/p95 ms`);
  const asked = questions.filter(({ name }) => name.startsWith(values.only));
  for (const { name, ask } of asked) {
    const [ofSmall, ofLarge] = await measureInTurn(
      requests,
      () => ask(small),
      () => ask(large),
    );
    console.log(`${name.padEnd(52)}${shown(ofSmall).padStart(20)}${shown(ofLarge).padStart(25)}`);
    measured.push({ name, small: ofSmall, large: ofLarge });
  }
  if (values.plans) writeFileSync(values.plans, await plansOf(client, small, large));
  await client.end();
} finally {
  await app.close();
}

const slow = measured.filter(({ large }) => large.p95 > goal.p95Ms);
const crooked = measured.filter(
  ({ name, small, large }) =>
    !growing.has(name) && large.p95 > small.p95 * goal.factor + goal.noiseMs,
);
const ok = slow.length === 0 && crooked.length === 0;
console.log(
  JSON.stringify({
    bench: 'history',
    unit: `ms p95 of the slowest list or chart at ${stepResults.toLocaleString('en-US')} results of steps`,
    ours: round(Math.max(...measured.map(({ large }) => large.p95))),
    limit: goal.p95Ms,
    slow: slow.map(({ name }) => name),
    notFlat: crooked.map(({ name }) => name),
    requests,
    ok,
  }),
);
process.exit(ok ? 0 : 1);

/** Creates an organization with its history, and a user who reads it. */
async function fill(name: string, size: (typeof sizes)['small']): Promise<Side> {
  const filled = (await ask(`select id from organizations where name = '${name}'`))[0];
  const organizationId = filled?.id ?? (await createTenant(app, { name })).organizationId;
  if (!filled) await seedHistory(await addressOfDatabase(), organizationId, size);
  const user = await app.signUp({ email: `reader-${organizationId}-${Date.now()}@example.org` });
  await app.platform.db.execute(
    `insert into memberships (organization_id, user_id, role)
      values ('${organizationId}', '${user.userId}', 'owner')`,
  );
  const member = memberOf(app, user, organizationId);
  const [suiteId = '', projectId = ''] = Object.values(
    (
      await ask(
        `select id, project_id from suites where organization_id = '${organizationId}' and name = 'Suite 2'`,
      )
    )[0] ?? {},
  );
  const query = { ...fortnight, limit: 100 };
  const { body } = await member.call(runs.listRuns, { query });
  const ofSuite = await member.call(runs.listRuns, { query: { suiteId, limit: 1 } });
  const runId = ofSuite.body.items[0]?.id ?? '';
  const failed = await member.call(runs.listRuns, {
    query: { suiteId, status: 'failed', limit: 1 },
  });
  const failedRunId = failed.body.items[0]?.id ?? '';
  return { member, projectId, suiteId, runId, failedRunId, cursor: body.nextCursor ?? '' };
}

async function ask(statement: string): Promise<{ id: string }[]> {
  return (await app.platform.db.execute<{ id: string }>(statement)).rows;
}

/** Returns the URL of the database with this name, which is created if it does not exist. */
async function openKept(name: string): Promise<string> {
  const client = await connectTo(address ?? '');
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database "${name}"`);
  await client.end();
  return withName(name);
}

async function addressOfDatabase(): Promise<string> {
  const { rows } = await app.platform.db.execute<{ name: string }>(
    'select current_database() as name',
  );
  return withName(rows[0]?.name ?? '');
}

function withName(name: string): string {
  const url = new URL(address ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the plans of the queries behind each question, and the total database time per question. */
async function plansOf(client: DatabaseClient, small: Side, large: Side): Promise<string> {
  const parts: string[] = [];
  for (const { name, ask } of questions) {
    const [ofSmall, ofLarge] = [
      await explain(client, ask, small),
      await explain(client, ask, large),
    ];
    const times = `${ofSmall.ms.toFixed(1)} ms at 100,000, ${ofLarge.ms.toFixed(1)} ms at 10 million`;
    parts.push(`\n=== ${name}: ${times} ===`, ...ofLarge.plans);
  }
  return `${parts.join('\n')}\n`;
}

async function explain(client: DatabaseClient, ask: Question['ask'], side: Side) {
  overheard.length = 0;
  await ask(side);
  const plans: string[] = [];
  let ms = 0;
  for (const { text, values } of [...overheard]) {
    const { rows } = await client.query(`explain (analyze, buffers) ${text}`, values);
    const lines = rows.map((row) => row['QUERY PLAN'] as string);
    plans.push(`\n${text.trim()}\n`, ...lines);
    ms += Number(/[\d.]+/.exec(lines.at(-1) ?? '')?.[0] ?? 0);
  }
  return { plans, ms };
}

function question<const E extends Endpoint>(
  name: string,
  endpoint: E,
  inputOf: (side: Side) => { params?: Partial<PathParams<E>>; query?: QueryInput<E> },
): Question {
  return { name, ask: (side) => side.member.call(endpoint, inputOf(side) as never) };
}

function list(name: string, query: (side: Side) => QueryInput<typeof runs.listRuns>): Question {
  return question(name, runs.listRuns, (side) => ({ query: { limit: 50, ...query(side) } }));
}

function charts(
  name: string,
  query: (side: Side) => QueryInput<typeof history.getFigures>,
): Question {
  return question(name, history.getFigures, (side) => ({ query: query(side) }));
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
