/**
 * Measures runs per second of one worker while few, many and very many runs are queued, and of two workers together. The rate
 * must not fall as the queue grows, and must rise with the number of workers. The bot takes half a second to reply, so that
 * slots are the bottleneck. Also reports the database cost of a run.
 *
 *   npm run drill -- capacity [--quick] [--amount QUEUED] [--rounds SECONDS]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { runDrill } from './drill/drill.ts';
import { type SeededTenant, seedTenants } from './drill/tenant.ts';

const few = 20;

/** Time in milliseconds until a new worker reaches its full speed. */
const warmUpMs = 10_000;

const organizations = 20;
const lookEveryMs = 250;

requirePostgresql();
await runDrill('capacity', 'C16', async (drill) => {
  const many = drill.amount({ full: 1_000_000, quick: 20_000 });
  const seconds = drill.rounds({ full: 30, quick: 8 });
  const bot = await startCountingBot(500);
  drill.defer(() => bot.close());
  const source = bot.suite({ tests: 1, steps: 1 });
  let tenants: SeededTenant[] = [];
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['worker', 'worker'],
    reachable: [bot.address],
    async prepare(environment) {
      const names = Array.from({ length: organizations }, (_, index) => `Organization ${index}`);
      tenants = await seedTenants(environment, names);
    },
  });
  const [first, second] = cluster.members;
  if (first === undefined || second === undefined) throw new Error('Nothing was started');
  const queue = (count: number) => queueRuns(cluster, { tenants, source, count });
  const rateAt = async (queued: number) => {
    await queue(Math.max(0, queued - (await countQueued(cluster))));
    await sleep(2000);
    const before = await readTotals(cluster);
    const from = performance.now();
    while (performance.now() - from < seconds * 1000) {
      await sleep(lookEveryMs);
      await queue(Math.max(0, queued - (await countQueued(cluster))));
    }
    const took = (performance.now() - from) / 1000;
    return { perSecond: ((await readTotals(cluster)).ended - before.ended) / took, before };
  };

  await second.kill();
  await queue(few * 10);
  await sleep(warmUpMs);
  const short = await rateAt(few);
  const totals = await readTotals(cluster);
  const ended = totals.ended - short.before.ended;
  drill.note(
    'transactions per run',
    round((totals.transactions - short.before.transactions) / ended),
  );
  drill.note('log bytes per run', Math.round((totals.logBytes - short.before.logBytes) / ended));
  const middle = await rateAt(Math.min(10_000, many));
  const long = await rateAt(many);
  await second.restart();
  const both = await rateAt(many);

  drill.note('runs per second, few queued', round(short.perSecond));
  drill.note('runs per second, 10,000 queued', round(middle.perSecond));
  drill.note('runs per second, most queued', round(long.perSecond));
  drill.note('runs per second, two workers', round(both.perSecond));
  drill.note('queued at most', many);
  const least = drill.isQuick ? 0.7 : 0.9;
  drill.atLeast('rate with 10,000 queued', round(middle.perSecond / short.perSecond), least);
  drill.atLeast('rate with most queued', round(long.perSecond / short.perSecond), least);
  drill.atLeast(
    'rate of two workers',
    round(both.perSecond / long.perSecond),
    drill.isQuick ? 1.4 : 1.8,
  );
  drill.exactly('runs that did not pass', await countOthers(cluster), 0);
});

/** Inserts runs directly, as if their monitors were due, because starting each one through the API would take too long. */
async function queueRuns(
  { query }: Cluster,
  { tenants, source, count }: { tenants: SeededTenant[]; source: string; count: number },
): Promise<void> {
  const counts = { total: 1, passed: 0, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 1 };
  const ids = tenants.map(({ organizationId }) => organizationId);
  for (let left = count; left > 0; left -= 50_000)
    await query(
      `insert into runs (id, organization_id, suite_name, project_name, platform, source, trigger, status, counts)
       select gen_random_uuid(), ($1::text[])[1 + number % $2], 'Opening hours', 'Web', 'webchat', $3, 'monitor',
         'queued', $4::jsonb
       from generate_series(1, $5::int) number`,
      [ids, ids.length, source, JSON.stringify(counts), Math.min(left, 50_000)],
    );
}

async function countQueued({ query }: Cluster): Promise<number> {
  const [row] = await query<{ count: string }>('select count(*) from run_queue');
  return Number(row?.count);
}

async function countOthers({ query }: Cluster): Promise<number> {
  const [row] = await query<{ count: string }>(
    `select count(*) from runs where status not in ('queued', 'running', 'passed')`,
  );
  return Number(row?.count);
}

async function readTotals({ query }: Cluster) {
  const [row] = await query<Record<string, string>>(
    `select (select count(*) from runs where status = 'passed') as ended,
      xact_commit as transactions, pg_current_wal_lsn() - '0/0' as log
     from pg_stat_database where datname = current_database()`,
  );
  return {
    ended: Number(row?.ended),
    transactions: Number(row?.transactions),
    logBytes: Number(row?.log),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
