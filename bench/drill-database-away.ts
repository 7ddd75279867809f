/**
 * R5. The database becomes unavailable for a minute, under 20 requests per second: disconnected, unreachable and, worst of all,
 * silent. Every request is answered in time, and the service recovers as soon as the database does.
 *
 *   npm run drill -- database-away [--quick] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { projects, suites } from '@parley/contract';
import type { Chaos } from '@parley/server/testing/chaos-proxy';
import type { Member as Person } from '@parley/server/testing/tenant';
import { type Cluster, requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { type Drill, percentile, runDrill } from './drill/drill.ts';
import { sendRequests } from './drill/send-requests.ts';
import { served } from './drill/served.ts';
import { storeSuite } from './drill/store-suite.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

const ways: Chaos[] = ['reset', 'refuse', 'swallow'];
const requestsPerSecond = 20;
const answeredMsMax = 3200;
const backMsMax = 5000;
const monitored = 5;
/** Seconds until the monitors are due, so that this happens while the database is unavailable. */
const dueInS = 3;

requirePostgresql();
await runDrill('database-away', 'R5', async (drill) => {
  const bot = await startCountingBot(10);
  drill.defer(() => bot.close());
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['all'],
    reachable: [bot.address],
    hasProxy: true,
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [server] = cluster.members;
  if (server === undefined || tenant === undefined) throw new Error('Nothing was started');
  const person = await signIn(server.url, tenant);
  await monitorSuites(person, bot.suite({ tests: 1, steps: 1 }));
  await until(30_000, async () => (await countSlots(cluster)).slots === monitored);
  for (const way of ways) await takeAway(drill, cluster, person, way);
  drill.exactly('processes that ended', server.process().isRunning() ? 0 : 1, 0);
  const { slots, monitorRuns } = await countSlots(cluster);
  drill.exactly('slots, one when begun and one per absence', slots, monitored * (1 + ways.length));
  drill.exactly('runs beyond one per slot', monitorRuns - slots, 0);
});

async function takeAway(
  drill: Drill,
  { proxy, query, members }: Cluster,
  person: Person,
  way: Chaos,
): Promise<void> {
  const url = members[0]?.url ?? '';
  await query(`update monitors set next_at = now() + make_interval(secs => ${dueInS})`);
  const requests = sendRequests(requestsPerSecond, (turn) => ask(person, turn));
  await sleep(2000);
  const awayAt = performance.now();
  proxy?.set(way);
  const health = watchHealth(url);
  await sleep(drill.size({ full: 60_000, quick: 7000 }));
  const { live, notReady, asked } = await health.stop();
  const backAt = performance.now();
  proxy?.set('through');
  await sleep(drill.size({ full: backMsMax + 5000, quick: 4000 }));
  const answers = await requests.stop();

  const name = (figure: string) => `${way}: ${figure}`;
  const during = answers.filter(({ sentAt }) => sentAt >= awayAt && sentAt < backAt);
  const before = answers.filter(({ sentAt }) => sentAt < awayAt - answeredMsMax);
  const refused = during.filter(({ endedAt }) => endedAt < backAt);
  const took = refused.map(({ sentAt, endedAt }) => endedAt - sentAt);
  drill.note(name('requests while away'), during.length);
  drill.exactly(
    name('answers while away other than 503 with Retry-After'),
    refused.filter(({ status, retryAfter }) => status !== 503 || !(retryAfter > 0)).length,
    0,
  );
  drill.exactly(
    name('requests without an answer'),
    answers.filter(({ status }) => status === 0).length,
    0,
  );
  drill.exactly(name('failed before'), before.filter(({ status }) => status >= 300).length, 0);
  drill.note(name('answered p50 ms'), Math.round(percentile(took, 0.5)));
  drill.note(name('answered p99 ms'), Math.round(percentile(took, 0.99)));
  drill.withinMs(name('answered at most, ms'), Math.max(0, ...took), answeredMsMax);
  const failed = answers.filter(({ endedAt, status }) => endedAt >= backAt && status >= 300);
  const lastFailure = Math.max(backAt, ...failed.map(({ endedAt }) => endedAt));
  drill.withinMs(name('full service after ms'), lastFailure - backAt, backMsMax);
  drill.exactly(name('/livez other than 200'), asked - live, 0);
  drill.exactly(name('/readyz other than 503'), asked - notReady, 0);
}

async function monitorSuites(person: Person, source: string): Promise<void> {
  for (let place = 1; place <= monitored; place += 1) {
    const suiteId = await storeSuite(person, `Suite ${place}`, source);
    const call = { params: { suiteId }, body: { isMonitoring: true } };
    const answer = await served(() => person.call(suites.setMonitoring, call));
    if (answer.status >= 300) throw new Error(answer.text);
  }
}

async function countSlots({ query }: Cluster) {
  const [row] = await query<{ slots: string; runs: string }>(
    `select (select count(*) from monitor_slots) as slots,
      (select count(*) from runs where trigger = 'monitor') as runs`,
  );
  return { slots: Number(row?.slots), monitorRuns: Number(row?.runs) };
}

/** Alternates between reads and writes. */
async function ask(person: Person, turn: number) {
  if (turn % 4 === 0)
    return person.call(projects.createProject, {
      body: { name: `Project ${turn} ${Math.round(performance.now())}` },
    });
  return turn % 2 === 0
    ? person.call(projects.listProjects, { query: { page: 1 } })
    : person.call(suites.pageSuites, { query: {} });
}

/** Polls the server's health every second, starting once the server can have noticed the outage. */
function watchHealth(url: string) {
  const figures = { asked: 0, live: 0, notReady: 0 };
  const status = (path: string) =>
    fetch(url + path, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status,
      () => 0,
    );
  let isOver = false;
  const watching = (async () => {
    await sleep(1000);
    while (!isOver) {
      const [livez, readyz] = await Promise.all([status('/livez'), status('/readyz')]);
      figures.asked += 1;
      if (livez === 200) figures.live += 1;
      if (readyz === 503) figures.notReady += 1;
      await sleep(1000);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return figures;
    },
  };
}
