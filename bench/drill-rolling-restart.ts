/**
 * R12. Two servers behind a balancer and one worker are stopped with SIGTERM and restarted, one after another, under 50
 * requests per second. No request fails, every stop takes at most 20 s, live sockets are closed with the code for a restart,
 * and runs are taken over and continue.
 *
 *   npm run drill -- rolling-restart [--quick] [--rounds N] [--seed N]
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { livePath, projects, runs } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { WebSocket } from 'ws';
import { startBalancer } from './drill/balancer.ts';
import { requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { percentile, runDrill } from './drill/drill.ts';
import { countRunFaults } from './drill/run-faults.ts';
import { storeSuite } from './drill/store-suite.ts';
import { memberAt, type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

/** Number of clients. Each sends a request, waits for the response, and sends the next one at its next turn. */
const lanes = 10;
const laneEveryMs = 200;
const stopMsMax = 20_000;
const settleTimeoutMs = 120_000;
const publicUrl = 'http://parley.test';

requirePostgresql();
await runDrill('rolling-restart', 'R12', async (drill) => {
  const restarts = drill.rounds({ full: 20, quick: 2 });
  const bot = await startCountingBot(100);
  drill.defer(() => bot.close());
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api', 'api', 'worker'],
    reachable: [bot.address],
    environment: { PARLEY_PUBLIC_URL: publicUrl, PARLEY_DRAIN_SECONDS: '2' },
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [first, second, worker] = cluster.members;
  if (!first || !second || !worker || !tenant) throw new Error('Nothing was started');
  const balancer = await startBalancer([first.url, second.url]);
  drill.defer(() => balancer.close());
  const person = await signIn(balancer.url, tenant);
  const suiteId = await storeSuite(person, 'Twenty steps', bot.suite({ tests: 4, steps: 5 }));

  const asking = keepAsking(memberAt(balancer.url, { ...tenant, token: person.token }), suiteId);
  const stopsMs: number[] = [];
  let closedAsRestart = 0;
  for (let restart = 0; restart < restarts; restart += 1) {
    const server = restart % 2 === 0 ? first : second;
    const socket = await openSocket(server.url);
    const closed = once(socket, 'close');
    const begun = performance.now();
    await server.process().end('SIGTERM');
    stopsMs.push(performance.now() - begun);
    if ((await closed)[0] === 1012) closedAsRestart += 1;
    await server.restart('SIGTERM');
    const workerBegun = performance.now();
    await worker.process().end('SIGTERM');
    stopsMs.push(performance.now() - workerBegun);
    await worker.restart('SIGTERM');
    // Wait until the balancer has noticed that the server is back.
    await sleep(1000);
  }
  const { answered, failures, started } = await asking.stop();
  await until(settleTimeoutMs, async () => (await countRunFaults(cluster)).open === 0);
  const faults = await countRunFaults(cluster);
  const [ended] = await cluster.query<{ interrupted: string; written: string }>(
    `select count(*) filter (where status = 'interrupted') as interrupted, count(*) as written
     from runs`,
  );

  drill.note('restarts of a server', restarts);
  drill.note('failures', failures.slice(0, 5).join('; '));
  drill.note('stop p50 ms', Math.round(percentile(stopsMs, 0.5)));
  drill.atLeast('requests answered', answered, restarts * 50);
  drill.exactly('requests failed', failures.length, 0);
  drill.atMost('longest stop ms', Math.round(Math.max(...stopsMs)), stopMsMax);
  drill.exactly('sockets not closed as a restart', restarts - closedAsRestart, 0);
  drill.atLeast('runs started', started, 1);
  drill.exactly('acknowledged runs lost', started - Number(ended?.written), 0);
  drill.exactly('runs interrupted', Number(ended?.interrupted), 0);
  drill.exactly('runs without an end', faults.open, 0);
  drill.exactly('runs without exactly one end', faults.withoutOneEnd, 0);
  drill.exactly('step results recorded twice', faults.doubledSteps, 0);
});

function keepAsking(person: Person, suiteId: string) {
  let isOver = false;
  let answered = 0;
  let started = 0;
  const failures: string[] = [];
  const ask = async (isWrite: boolean) => {
    const { status } = isWrite
      ? await person.call(runs.startRun, { params: { suiteId }, body: {} })
      : await person.call(projects.listProjects, {});
    if (status >= 400) failures.push(`answered ${status}`);
    else if (isWrite) started += 1;
    answered += 1;
  };
  const lane = async (index: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const next = sleep(laneEveryMs);
      // Start one run per second in total, and read otherwise: workers are not measured.
      await ask(index === 0 && turn % 5 === 0).catch((error) =>
        failures.push(String(error.cause ?? error).slice(0, 200)),
      );
      await next;
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  return {
    async stop() {
      isOver = true;
      await all;
      return { answered, failures, started };
    },
  };
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws') + livePath, { origin: publicUrl });
  // Send nothing: the stop comes before the server asks for authentication.
  await once(socket, 'open');
  return socket;
}
