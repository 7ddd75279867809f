/**
 * One organization keeps sending the most expensive requests that its members, and people with one of its links, can send.
 * Responses to another organization take at most three times as long as before.
 *
 *   npm run drill -- noisy-neighbour [--quick] [--rounds SECONDS] [--amount CLIENTS_OF_EACH_KIND]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { projects, runShares, runs, suites } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { type Drill, percentile, runDrill } from './drill/drill.ts';
import { measureProcess } from './drill/measures.ts';
import type { Noise } from './drill/noise.ts';
import { storeSuite } from './drill/store-suite.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

/** Maximum CPU time of one turn of the event loop, in milliseconds. */
const pieceMsMax = 60;
/** Maximum ratio of the p99 under load to the p99 before. */
const ratioMax = 3;
const pauseMs = 10;

requirePostgresql();
await runDrill('noisy-neighbour', 'noisy neighbour', async (drill) => {
  const seconds = drill.rounds({ full: 60, quick: 15 });
  const clients = drill.amount({ full: 2, quick: 1 });
  const bot = await startCountingBot(10);
  drill.defer(() => bot.close());
  const talkative = await startTalkativeBot(drill);
  const measured = measureProcess(drill);
  let tenants: SeededTenant[] = [];
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api', 'worker'],
    environmentOf: (index) => (index === 0 ? measured.environment : {}),
    reachable: [bot.address, talkative],
    async prepare(environment) {
      tenants = await seedTenants(environment, ['Noisy', 'Quiet']);
    },
  });
  const [api] = cluster.members;
  const [noisy, quiet] = await Promise.all(tenants.map((tenant) => signIn(api?.url ?? '', tenant)));
  if (!api || !noisy || !quiet) throw new Error('Nothing was started');
  const asks = await asksOf(quiet, bot.suite({ tests: 2, steps: 2 }));
  const noise = await prepareNoise(api.url, noisy, talkative, clients);

  await measure(asks, 3);
  const before = await measure(asks, seconds);
  const child = fork(fileURLToPath(new URL('drill/noise.ts', import.meta.url)), [
    JSON.stringify(noise),
  ]);
  drill.defer(async () => child.kill('SIGKILL'));
  await once(child, 'message');
  await sleep(3000);
  process.kill(Number(api.process().child.pid), 'SIGUSR2');
  const during = await measure(asks, seconds);
  await sleep(1500);
  const { pieceP99Ms, pieceMaxMs } = measured.read();
  drill.note('noise by status', await endOf(child));
  drill.note('server at work in one piece p99 ms', Math.round(pieceP99Ms));
  drill.atMost('server at work in one piece at most ms', Math.round(pieceMaxMs), pieceMsMax);

  drill.note('answers before', before.length);
  drill.note('answers meanwhile', during.length);
  const failed = [...before, ...during].filter(({ status }) => status !== 200);
  drill.exactly('answers that failed', failed.length, 0);
  const times = (answers: Answer[], share: number) =>
    Math.round(
      10 *
        percentile(
          answers.map(({ ms }) => ms),
          share,
        ),
    ) / 10;
  drill.note('p50 before ms', times(before, 0.5));
  drill.note('p50 meanwhile ms', times(during, 0.5));
  drill.note('p99 before ms', times(before, 0.99));
  drill.note('p99 meanwhile ms', times(during, 0.99));
  const ratio = times(during, 0.99) / times(before, 0.99);
  drill.atMost('p99 meanwhile, of that before', Math.round(10 * ratio) / 10, ratioMax);
});

interface Answer {
  status: number;
  ms: number;
}

type Ask = () => Promise<{ status: number }>;

/** Lists requests that pages of the dashboard send. */
async function asksOf(person: Person, source: string): Promise<Ask[]> {
  const suiteId = await storeSuite(person, 'Opening hours', source);
  const run = await person.call(runs.startRun, { params: { suiteId }, body: {} });
  const params = { runId: run.body.id };
  await untilEnded(person, run.body.id);
  return [
    () => person.call(projects.listProjects, {}),
    () => person.call(suites.getSuite, { params: { suiteId } }),
    () => person.call(runs.listRuns, { query: { limit: 20 } }),
    () => person.call(runs.listRunEvents, { params, query: {} }),
  ];
}

async function prepareNoise(
  url: string,
  person: Person,
  address: string,
  clients: number,
): Promise<Noise> {
  const source = [
    'configuration:',
    `  channel: { kind: http, url: "http://${address}/" }`,
    '---',
    '- test: Hours',
    '- hi:',
    ...Array.from({ length: 100 }, (_, at) => `    - prompt ~~ quantum banana ${at}`),
    '',
  ].join('\n');
  const suiteId = await storeSuite(person, 'Talkative', source);
  const run = await person.call(runs.startRun, { params: { suiteId }, body: {} });
  const params = { runId: run.body.id };
  await untilEnded(person, params.runId);
  const shared = await person.call(runShares.shareRun, { params, body: { days: 1 } });
  const { projectId } = (await person.call(suites.getSuite, { params: { suiteId } })).body;
  return {
    url,
    person,
    projectId,
    suiteId,
    ...params,
    shareToken: new URL(shared.body.url).hash.slice(1),
    clients,
  };
}

async function untilEnded(person: Person, runId: string): Promise<void> {
  await until(60_000, async () => {
    const { body } = await person.call(runs.getRun, { params: { runId } });
    return body.finishedAt !== null;
  });
}

/** Sends the requests one after another, as one person would. */
async function measure(asks: readonly Ask[], seconds: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const endsAt = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const askedAt = performance.now();
    const { status = 0 } = (await asks[turn % asks.length]?.().catch(() => undefined)) ?? {};
    answers.push({ status, ms: performance.now() - askedAt });
    await sleep(pauseMs);
  }
  return answers;
}

/** Ends the process and returns the counts of responses that it received. */
async function endOf(child: ChildProcess): Promise<Record<string, unknown>> {
  child.kill('SIGTERM');
  const [answers] = await once(child, 'message');
  return answers;
}

/** Starts a bot with replies of a megabyte, and returns its `host:port`. */
async function startTalkativeBot(drill: Drill): Promise<string> {
  const reply = 'All of our branches are open on Monday. '.repeat(25_000);
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: reply }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  drill.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
