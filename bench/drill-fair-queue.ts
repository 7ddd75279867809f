/**
 * One organization starts a thousand slow runs at once. Three others start a run now and then. Their runs start within 10 s,
 * however long the queue is.
 *
 *   npm run drill -- fair-queue [--quick] [--amount RUNS] [--rounds STARTS] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { type Cluster, requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { runDrill } from './drill/drill.ts';
import { storeSuite } from './drill/store-suite.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

const workers = 2;
const waitMsMax = 10_000;
const startEveryMs = 1500;
const startsAtOnce = 10;

requirePostgresql();
await runDrill('fair-queue', 'fair queue', async (drill) => {
  const crowd = drill.amount({ full: 1000, quick: 100 });
  const starts = drill.rounds({ full: 40, quick: 6 });
  const bot = await startCountingBot(500);
  drill.defer(() => bot.close());
  let tenants: SeededTenant[] = [];
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api', ...Array.from({ length: workers }, () => 'worker' as const)],
    reachable: [bot.address],
    async prepare(environment) {
      tenants = await seedTenants(environment, ['Crowd', 'Ada', 'Grace', 'Edsger']);
    },
  });
  const [api] = cluster.members;
  if (api === undefined) throw new Error('Nothing was started');
  const people: { person: Person; suiteId: string }[] = [];
  for (const tenant of tenants) {
    const person = await signIn(api.url, tenant);
    // Conversations of twenty seconds for the large organization, and of two seconds for the others.
    const steps = people.length === 0 ? 40 : 4;
    const suiteId = await storeSuite(person, 'Opening hours', bot.suite({ tests: 1, steps }));
    people.push({ person, suiteId });
  }
  const [of, ...others] = people;
  if (of === undefined) throw new Error('Nobody starts anything');

  for (let started = 0; started < crowd; started += startsAtOnce)
    await Promise.all(Array.from({ length: startsAtOnce }, () => start(of)));
  const queuedBefore = await countQueued(cluster);
  for (let index = 0; index < starts; index += 1) {
    await start(drill.random.pick(others));
    await sleep(startEveryMs);
  }
  await until(60_000, async () => (await readWaits(cluster)).waiting === 0);

  const waits = await readWaits(cluster);
  drill.note('places', workers * 10);
  drill.atLeast('runs of the crowd that waited', queuedBefore, crowd / 2);
  drill.note('of them still waiting at the end', await countQueued(cluster));
  drill.exactly('runs of others', waits.begun, starts);
  drill.note('others waited p50 ms', waits.p50Ms);
  drill.withinMs('others waited at most ms', waits.maxMs, waitMsMax);
});

async function start({ person, suiteId }: { person: Person; suiteId: string }): Promise<void> {
  const { status, text } = await person.call(runs.startRun, { params: { suiteId }, body: {} });
  if (status !== 202) throw new Error(`A run was refused: ${text}`);
}

async function countQueued({ query }: Cluster): Promise<number> {
  const [row] = await query<{ count: string }>(`select count(*) from runs where status = 'queued'`);
  return Number(row?.count);
}

/** Reads how long runs waited, except those of the organization with the thousand runs. */
async function readWaits({ query }: Cluster) {
  const [row] = await query<Record<string, string>>(
    `select count(started_at) as begun, count(*) - count(started_at) as waiting,
      percentile_disc(0.5) within group (order by waited) as p50, max(waited) as "max"
    from (
      select started_at, extract(epoch from started_at - runs.created_at) * 1000 as waited
      from runs join organizations on organizations.id = organization_id
      where organizations.name <> 'Crowd'
    ) as others`,
  );
  return {
    begun: Number(row?.begun),
    waiting: Number(row?.waiting),
    p50Ms: Math.round(Number(row?.p50)),
    maxMs: Math.round(Number(row?.max)),
  };
}
