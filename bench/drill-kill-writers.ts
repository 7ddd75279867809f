/**
 * R1. Four writers create projects, suites and runs, while the server is repeatedly killed with SIGKILL. Everything it
 * acknowledged still exists afterwards, and requests repeated with the same idempotency key took effect once. Runs on both
 * databases.
 *
 *   npm run drill -- kill-writers [--quick] [--rounds N] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { projects, runs, suites } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { type Cluster, type DatabaseKind, databasesHere } from './drill/cluster.ts';
import { type CountingBot, startCountingBot } from './drill/counting-bot.ts';
import { type Drill, runDrill } from './drill/drill.ts';
import { startOneServer } from './drill/one-server.ts';
import { countRunFaults, type RunFaults } from './drill/run-faults.ts';
import { until } from './drill/until.ts';

const writers = 4;
/** Time in milliseconds between the server being ready and the kill. */
const killAfterMs = { from: 200, to: 1500 };
/** One in this many writes starts a run. */
const runEvery = 5;
const settleTimeoutMs = 60_000;

interface Written {
  projects: Set<string>;
  suites: Set<string>;
  runs: Set<string>;
}

interface Faults extends RunFaults {
  lost: number;
  doubled: number;
  acknowledged: number;
}

await runDrill('kill-writers', 'R1', async (drill) => {
  const rounds = drill.rounds({ full: 300, quick: 3 });
  const bot = await startCountingBot(20);
  drill.defer(() => bot.close());
  drill.note('killsPerDatabase', rounds);
  for (const database of databasesHere()) {
    const faults = await killWriters(drill, database, rounds, bot);
    const name = (figure: string) => `${database} ${figure}`;
    drill.atLeast(name('acknowledged'), faults.acknowledged, rounds);
    for (const kind of [
      'lost',
      'doubled',
      'open',
      'doubledSteps',
      'withGap',
      'withoutOneEnd',
    ] as const)
      drill.exactly(name(kind), faults[kind], 0);
  }
});

async function killWriters(
  drill: Drill,
  database: DatabaseKind,
  rounds: number,
  bot: CountingBot,
): Promise<Faults> {
  const { cluster, server, person } = await startOneServer(drill, database, bot);
  const written: Written = { projects: new Set(), suites: new Set(), runs: new Set() };
  let isOver = false;
  const writing = Array.from({ length: writers }, (_, writer) =>
    write(person, bot, written, writer, () => isOver),
  );
  for (let round = 1; round <= rounds; round += 1) {
    await sleep(drill.random.between(killAfterMs.from, killAfterMs.to));
    await server.restart('SIGKILL');
    if (round % 25 === 0) console.log(`${database}: ${round} kills, ${sizeOf(written)} writes`);
  }
  isOver = true;
  await Promise.all(writing);
  await until(settleTimeoutMs, async () => !(await hasOpenRuns(person)));
  await server.process().end('SIGTERM');
  return { ...(await compare(cluster, written)), ...(await countRunFaults(cluster)) };
}

/** Sends writes one after another, repeating each until it is acknowledged. */
async function write(
  person: Person,
  bot: CountingBot,
  written: Written,
  writer: number,
  isOver: () => boolean,
): Promise<void> {
  const source = bot.suite({ tests: 2, steps: 2 });
  for (let turn = 1; !isOver(); turn += 1) {
    const name = `Writer ${writer}, turn ${turn}`;
    const key = (kind: string) => ({ 'idempotency-key': `${kind}-${writer}-${turn}` });
    const projectId = await untilAcknowledged(201, () =>
      person.call(projects.createProject, { body: { name }, headers: key('project') }),
    );
    written.projects.add(projectId);
    const suite = { name, projectId, platform: 'webchat' as const, source };
    const suiteId = await untilAcknowledged(201, () =>
      person.call(suites.createSuite, { body: suite, headers: key('suite') }),
    );
    written.suites.add(suiteId);
    if (turn % runEvery !== 0) continue;
    const params = { suiteId };
    const runId = await untilAcknowledged(202, () =>
      person.call(runs.startRun, { params, body: {}, headers: key('run') }),
    );
    written.runs.add(runId);
  }
}

async function untilAcknowledged(
  wanted: number,
  ask: () => Promise<{ status: number; body: { id: string }; text: string }>,
): Promise<string> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer?.status === wanted) return answer.body.id;
    if (answer !== undefined && answer.status !== 503)
      throw new Error(`A write was refused: ${answer.status} ${answer.text}`);
    await sleep(50);
  }
}

async function hasOpenRuns(person: Person): Promise<boolean> {
  const pages = (['queued', 'running'] as const).map((status) =>
    person.call(runs.listRuns, { query: { status, limit: 1 } }),
  );
  return (await Promise.all(pages)).some(({ body }) => body.items.length > 0);
}

/** Counts lost and doubled rows. Each write was retried until acknowledged, so any extra row was written twice. */
async function compare({ query }: Cluster, written: Written) {
  let lost = 0;
  let doubled = 0;
  for (const [table, ids] of Object.entries(written) as [keyof Written, Set<string>][]) {
    const rows = await query<{ id: string }>(`select id from ${table}`);
    const there = new Set(rows.map(({ id }) => id));
    lost += [...ids].filter((id) => !there.has(id)).length;
    doubled += [...there].filter((id) => !ids.has(id)).length;
  }
  return { lost, doubled, acknowledged: sizeOf(written) };
}

function sizeOf(written: Written): number {
  return written.projects.size + written.suites.size + written.runs.size;
}
