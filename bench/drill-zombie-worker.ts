/**
 * R4. A worker is paused (SIGSTOP) for a minute in the middle of runs, which other workers take over, and then resumes as if
 * nothing had happened. Everything that it still reports is rejected.
 *
 *   npm run drill -- zombie-worker [--quick] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startRun } from '@parley/server/testing/bot-suite';
import { requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { runDrill } from './drill/drill.ts';
import { countRunFaults, eventsOfRuns } from './drill/run-faults.ts';
import { storeSuite } from './drill/store-suite.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

const settleTimeoutMs = 180_000;

requirePostgresql();
await runDrill('zombie-worker', 'R4', async (drill) => {
  const wanted = drill.size({ full: 30, quick: 8 });
  const stoppedMs = drill.size({ full: 60_000, quick: 24_000 });
  const bot = await startCountingBot(500);
  drill.defer(() => bot.close());
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api', 'worker', 'worker'],
    reachable: [bot.address],
    environment: { PARLEY_RUN_SLOTS: '30' },
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [api, zombie] = cluster.members;
  if (!api || !zombie || !tenant) throw new Error('Nothing was started');
  const person = await signIn(api.url, tenant);
  const suiteId = await storeSuite(person, 'Long', bot.suite({ tests: 2, steps: 20 }));
  for (let run = 0; run < wanted; run += 1) await startRun(person, suiteId);
  await sleep(3000);
  zombie.process().child.kill('SIGSTOP');
  await sleep(stoppedMs);
  zombie.process().child.kill('SIGCONT');
  await until(settleTimeoutMs, async () => (await countRunFaults(cluster)).open === 0, 1000);

  const faults = await countRunFaults(cluster);
  const [row] = await cluster.query<{ late: string; taken: string }>(`
    with events as (${eventsOfRuns}), said as (
      select (event ->> 'attempt')::int as attempt, max((event ->> 'attempt')::int)
        over (partition by run_id, event -> 'test' order by seq) as newest
      from events where event ->> 'attempt' is not null
    )
    select count(*) filter (where attempt < newest) as late,
      (select count(*) from runs where workers_lost > 0) as taken from said`);
  drill.note('runs', wanted);
  drill.atLeast('runs taken over', Number(row?.taken), 1);
  drill.exactly('late results accepted', Number(row?.late), 0);
  drill.exactly('step results recorded twice', faults.doubledSteps, 0);
  drill.exactly('runs without exactly one end', faults.withoutOneEnd, 0);
  drill.exactly('runs with a gap in their events', faults.withGap, 0);
  drill.exactly('runs without an end', faults.open, 0);
  drill.exactly('workers that ended', zombie.process().isRunning() ? 0 : 1, 0);
});
