/**
 * How many requests a second endpoints answer, beside the same queries on bare Fastify and `pg`: both in
 * one process, asked in turn by another one, on PostgreSQL. The bare one asks for the same rows, also
 * those that tell who asks, but looks at none of them, checks and logs nothing.
 *
 *   PARLEY_TEST_DATABASE_URL=postgresql://… npm run bench -- api [--rounds N] [--seconds N]
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import {
  type Endpoint,
  history,
  type PathParams,
  projects,
  type QueryInput,
  runs,
  suites,
} from '@parley/contract';
import { seedHistory } from '@parley/server/seed/seed-history';
import { seedLargeOrganization } from '@parley/server/seed/seed-large-organization';
import { startTestApp } from '@parley/server/testing';
import { addressOf } from '@parley/server/testing/call-api';
import { listenToQueries, type OverheardQuery } from '@parley/server/testing/listen-to-queries';
import { createTenant, scopeOf } from '@parley/server/testing/tenant';
import { median } from './lib/median.ts';
import type { Asked } from './server/ask-often.ts';
import { startBareServer } from './server/bare-server.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
  },
});
const atOnce = 32;
/** Of the answers of the bare server. */
const goal = 0.7;

interface Asking {
  name: string;
  address: string;
  queries: OverheardQuery[];
}

if (!process.env.PARLEY_TEST_DATABASE_URL) {
  console.error('Name a PostgreSQL server by PARLEY_TEST_DATABASE_URL.');
  process.exit(2);
}

const overheard = listenToQueries(/./);
const app = await startTestApp({ hasWorker: false });
const { owner, organizationId } = await createTenant(app, { planId: 'enterprise' });
const { rows: databases } = await app.platform.db.execute<{ name: string }>(
  'select current_database() as name',
);
const databaseUrl = new URL(process.env.PARLEY_TEST_DATABASE_URL);
databaseUrl.pathname = `/${databases[0]?.name}`;
await fill();

const [suite] = (await owner.call(suites.listSuites, { query: { search: 'Suite 2' } })).body;
const [run] = (await owner.call(runs.listRuns, { query: { limit: 1 } })).body.items;
if (!suite || !run) throw new Error('Nothing was filled in');
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const askings = [
  await overhear('a page of projects', projects.listProjects, { query: { page: 1, pageSize: 20 } }),
  await overhear('a project', projects.getProject, { params: { projectId: suite.projectId } }),
  await overhear('a page of suites', suites.pageSuites, { query: { pageSize: 20 } }),
  await overhear('a suite', suites.getSuite, { params: { suiteId: suite.id } }),
  await overhear('a page of runs', runs.listRuns, { query: { limit: 50 } }),
  await overhear('a run', runs.getRun, { params: { runId: run.id } }),
  await overhear('charts of 14 days', history.getFigures, {
    query: { from: day(13), to: day(0) },
  }),
];
const bare = await startBareServer(
  databaseUrl.href,
  new Map(askings.map(({ queries }, index) => [`/${index}`, queries])),
);
console.log(
  `${'requests a second'.padEnd(24)}${'ours'.padStart(8)}${'bare'.padStart(8)}${'share'.padStart(8)}`,
);
const shares: { name: string; share: number }[] = [];
for (const [index, { name, address }] of askings.entries()) {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    ours.push((await ask(address)).perSecond);
    theirs.push((await ask(`${bare.url}/${index}`)).perSecond);
  }
  const share = median(ours) / median(theirs);
  console.log(
    name.padEnd(24) +
      String(median(ours)).padStart(8) +
      String(median(theirs)).padStart(8) +
      share.toFixed(2).padStart(8),
  );
  shares.push({ name, share });
}
await bare.close();
await app.close();

const slow = shares.filter(({ share }) => share < goal);
console.log(
  JSON.stringify({
    bench: 'api',
    unit: 'of the requests a second of bare Fastify and pg, the least of all endpoints',
    ours: Math.round(Math.min(...shares.map(({ share }) => share)) * 100) / 100,
    goal,
    below: slow.map(({ name }) => name),
    ok: slow.length === 0,
  }),
);
process.exit(slow.length === 0 ? 0 : 1);

async function fill(): Promise<void> {
  await seedLargeOrganization(scopeOf(app, owner), { projects: 100, suites: 1_000 });
  const size = { suites: 10, days: 30, runsPerDay: 5, tests: 2, steps: 2 };
  await seedHistory(databaseUrl.href, organizationId, size);
}

/** What the endpoint reads for its answer. */
async function overhear<const E extends Endpoint>(
  name: string,
  endpoint: E,
  call: { params?: Partial<PathParams<E>>; query?: QueryInput<E> },
): Promise<Asking> {
  overheard.length = 0;
  const { status, text } = await owner.call(endpoint, call as never);
  if (status !== 200) throw new Error(text);
  const own = { userId: owner.userId, orgId: organizationId };
  const params = { ...own, ...call.params } as Partial<PathParams<E>>;
  const address = addressOf(app.url, endpoint, { ...call, params });
  return { name, address, queries: [...overheard] };
}

async function ask(address: string): Promise<Asked> {
  const program = fileURLToPath(new URL('server/ask-often.ts', import.meta.url));
  const args = [program, address, owner.token, values.seconds, String(atOnce)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}
