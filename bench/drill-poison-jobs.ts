/**
 * R16. Jobs throw, exit their worker, leave a rejection unhandled, use up the memory, or never end. Each is given up after
 * three attempts and shown to the operator with the reason. Other jobs wait 5 s at most. Workers that exit are restarted, as a
 * supervisor would do.
 *
 *   npm run drill -- poison-jobs [--quick] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationsHealth, operations } from '@parley/contract';
import { freePort } from '@parley/server/testing/free-port';
import { openJobSender } from '@parley/server/testing/send-jobs';
import { type Cluster, requirePostgresql, startCluster } from './drill/cluster.ts';
import { runDrill } from './drill/drill.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

/** Queue of a harmless job that ignores its payload. */
const queue = 'idempotency.delete-old';
const attempts = 3;
const waitMsMax = 5000;
const sendEveryMs = 500;
const workers = 3;

requirePostgresql();
await runDrill('poison-jobs', 'R16', async (drill) => {
  const poisons = [
    'throws',
    'exits',
    'leaves a rejection to nobody',
    ...(drill.isQuick ? [] : ['uses up the memory', 'loops']),
  ];
  const preload = import.meta.resolve('@parley/server/testing/poison-jobs');
  const metricsPort = await freePort();
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    isBuilt: false,
    roles: ['api', ...Array.from({ length: workers }, () => 'worker' as const)],
    environment: { PARLEY_OPERATORS: 'owner-0@example.org' },
    environmentOf: (index): Record<string, string> =>
      index === 0
        ? { PARLEY_METRICS_PORT: String(metricsPort) }
        : { NODE_OPTIONS: `--import ${preload} --max-old-space-size=256` },
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [api] = cluster.members;
  if (api === undefined || tenant === undefined) throw new Error('Nothing was started');
  const operator = await signIn(api.url, tenant);
  const sender = await openJobSender(cluster.environment.DATABASE_URL ?? '');
  drill.defer(() => sender.close());
  const supervisor = superviseWorkers(cluster);
  drill.defer(() => supervisor.stop());

  for (const poison of poisons) await sender.send(queue, { poison });
  let sent = 0;
  const readHealth = async (): Promise<OperationsHealth> =>
    (await operator.call(operations.getHealth, {})).body;
  const isOver = async () => {
    await sender.send(queue, {});
    sent += 1;
    const { deadWork } = await readHealth();
    return deadWork.length === poisons.length;
  };
  const startedAt = performance.now();
  await until(drill.size({ full: 600_000, quick: 300_000 }), isOver, sendEveryMs);
  const givenUpMs = performance.now() - startedAt;
  await until(30_000, async () => (await countOpen(cluster)) === 0);

  const { deadWork, work } = await readHealth();
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const deadByMetrics = new RegExp(`parley_queue_dead\\{kind="${queue}"\\} (\\d+)`).exec(metrics);
  const waits = await readWaits(cluster);
  drill.note('poisons', poisons.join(', '));
  drill.note('reasons shown', deadWork.map(({ reason }) => reason).join(' | '));
  drill.note('workers started anew', supervisor.restarts());
  drill.note('all given up after s', Math.round(givenUpMs / 1000));
  drill.exactly('poison jobs given up', deadWork.length, poisons.length);
  drill.exactly(
    'given up after other than three attempts',
    deadWork.filter((each) => each.attempts !== attempts).length,
    0,
  );
  drill.exactly(
    'dead by the page',
    work.find(({ kind }) => kind === queue)?.dead ?? 0,
    poisons.length,
  );
  drill.exactly('dead by the metrics', Number(deadByMetrics?.[1] ?? 0), poisons.length);
  drill.atLeast('other jobs', sent, 1);
  drill.exactly('other jobs not carried out', sent - waits.completed, 0);
  drill.note('others waited p50 ms', waits.p50Ms);
  drill.withinMs('others waited p99 ms', waits.p99Ms, waitMsMax);
});

/** Restarts workers that have exited. */
function superviseWorkers({ members }: Cluster) {
  let restarts = 0;
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      for (const member of members) {
        if (member.process().isRunning() || isStopped) continue;
        restarts += 1;
        await member.restart();
      }
      await sleep(200);
    }
  };
  const watching = watch();
  return {
    restarts: () => restarts,
    async stop() {
      isStopped = true;
      await watching;
    },
  };
}

async function countOpen({ query }: Cluster): Promise<number> {
  const [row] = await query<{ count: string }>(
    `select count(*) from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`,
    [queue],
  );
  return Number(row?.count);
}

/** Reads how long jobs waited for a worker. Jobs taken by a worker that crashed are retried, and their whole wait counts. */
async function readWaits({ query }: Cluster) {
  const [row] = await query<Record<string, string>>(
    `select count(*) as completed,
      percentile_disc(0.5) within group (order by waited) as p50,
      percentile_disc(0.99) within group (order by waited) as p99
    from (
      select extract(epoch from started_on - created_on) * 1000 as waited
      from pgboss.job where name = $1 and state = 'completed' and not data ? 'poison'
        and data is not null
    ) as others`,
    [queue],
  );
  return {
    completed: Number(row?.completed),
    p50Ms: Math.round(Number(row?.p50)),
    p99Ms: Math.round(Number(row?.p99)),
  };
}
