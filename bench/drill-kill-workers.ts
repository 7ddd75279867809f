/**
 * R3. Three workers execute fifty runs of twenty steps at a time. Every five seconds, one worker is killed with SIGKILL and
 * another is started. Every run ends once, interrupted runs are taken over or marked within 30 s, and no step has two results
 * or is sent twice in one conversation.
 *
 *   npm run drill -- kill-workers [--quick] [--rounds N] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { type Cluster, requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { percentile, runDrill } from './drill/drill.ts';
import { countRunFaults } from './drill/run-faults.ts';
import { storeSuite } from './drill/store-suite.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';
import { watchTakeovers } from './drill/watch-takeovers.ts';

const workers = 3;
const settleTimeoutMs = 120_000;
const takenUpMsMax = 30_000;

requirePostgresql();
await runDrill('kill-workers', 'R3', async (drill) => {
  const kills = drill.rounds({ full: 300, quick: 2 });
  const openRuns = drill.size({ full: 50, quick: 12 });
  const bot = await startCountingBot(drill.size({ full: 500, quick: 250 }));
  drill.defer(() => bot.close());
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api', ...Array.from({ length: workers }, () => 'worker' as const)],
    reachable: [bot.address],
    environment: { PARLEY_RUN_SLOTS: '20', PARLEY_DATABASE_CONNECTIONS: '6' },
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [api, ...killable] = cluster.members;
  if (api === undefined || tenant === undefined) throw new Error('Nothing was started');
  const person = await signIn(api.url, tenant);
  const suiteId = await storeSuite(person, 'Twenty steps', bot.suite({ tests: 4, steps: 5 }));

  const takeovers = watchTakeovers(cluster);
  const feeding = keepRunning(person, cluster, suiteId, openRuns);
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(5000);
    await drill.random.pick(killable).restart('SIGKILL');
    if (kill % 20 === 0) console.log(`${kill} kills, ${takeovers.ms.length} runs taken up`);
  }
  const started = await feeding.stop();
  await until(settleTimeoutMs, async () => (await countOpen(cluster)) === 0);
  await takeovers.stop();

  const faults = await countRunFaults(cluster);
  const statuses = await cluster.query<{ status: string; count: string }>(
    'select status, count(*) from runs group by status',
  );
  drill.note('kills', kills);
  drill.note('runs', started);
  for (const { status, count } of statuses) drill.note(`runs ${status}`, Number(count));
  drill.note('taken up or marked p50 ms', Math.round(percentile(takeovers.ms, 0.5)));
  drill.atLeast('runs taken up or marked', takeovers.ms.length, 1);
  drill.withinMs('taken up or marked, at most', Math.max(0, ...takeovers.ms), takenUpMsMax);
  drill.exactly('runs without an end', faults.open, 0);
  drill.exactly('runs without exactly one end', faults.withoutOneEnd, 0);
  drill.exactly('runs with a gap in their events', faults.withGap, 0);
  drill.exactly('step results recorded twice', faults.doubledSteps, 0);
  const saidTwice = [...bot.said.values()].filter((times) => times > 1).length;
  drill.note('steps said', bot.said.size);
  drill.exactly('steps said twice in one conversation', saidTwice, 0);
});

/** Starts another run whenever fewer than `wanted` are open. Stopping returns the number of runs started. */
function keepRunning(person: Person, cluster: Cluster, suiteId: string, wanted: number) {
  let started = 0;
  let isOver = false;
  const feeding = (async () => {
    while (!isOver) {
      for (let open = await countOpen(cluster); open < wanted && !isOver; open += 1) {
        const { status, text } = await person.call(runs.startRun, {
          params: { suiteId },
          body: {},
        });
        if (status !== 202) throw new Error(`A run was refused: ${text}`);
        started += 1;
      }
      await sleep(500);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await feeding;
      return started;
    },
  };
}

async function countOpen({ query }: Cluster): Promise<number> {
  const [row] = await query<{ count: string }>('select count(*) from runs where not is_complete');
  return Number(row?.count);
}
