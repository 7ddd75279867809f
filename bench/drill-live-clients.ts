/**
 * R11. A hundred pages follow runs live and are disconnected fifty times each: by resets, by silence, and by restarts of the
 * server. Each resumes where it left off. None misses an event or gets one twice, and all catch up quickly.
 *
 *   npm run drill -- live-clients [--quick] [--rounds DROPS] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startRun } from '@parley/server/testing/bot-suite';
import type { Member as Person } from '@parley/server/testing/tenant';
import { requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { percentile, runDrill } from './drill/drill.ts';
import { createFollower, type Drop, type Follower, type Progress } from './drill/live-follower.ts';
import { storeSuite } from './drill/store-suite.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { until } from './drill/until.ts';

/** Each user has ten pages, which is within the limit on sockets. */
const clientsPerUser = 10;
const caughtUpMsMax = 2000;
const settleTimeoutMs = 120_000;
/** One in this many disconnections is a silence, and one is an API restart. */
const silenceEvery = 10;

requirePostgresql();
await runDrill('live-clients', 'R11', async (drill) => {
  const clients = drill.size({ full: 100, quick: 10 });
  const drops = drill.rounds({ full: 50, quick: 3 });
  const runsWanted = drill.size({ full: 48, quick: 4 });
  const silenceMs = drill.size({ full: 30_000, quick: 2000 });
  const bot = await startCountingBot(100);
  drill.defer(() => bot.close());
  let tenants: SeededTenant[] = [];
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: ['api', 'api', 'worker'],
    reachable: [bot.address],
    async prepare(environment) {
      const users = Math.ceil(clients / clientsPerUser);
      tenants = await seedTenants(
        environment,
        Array.from({ length: users }, (_, n) => `Team ${n}`),
      );
    },
  });
  const apis = cluster.members.filter(({ role }) => role === 'api');
  const [home] = tenants;
  const [first] = apis;
  if (!home || !first) throw new Error('Nothing was started');
  await cluster.query(
    `insert into memberships (organization_id, user_id, role)
     select $1, id, 'member' from users on conflict do nothing`,
    [home.organizationId],
  );
  const people = await Promise.all(tenants.map((tenant) => signIn(first.url, tenant)));
  const [person] = people;
  if (!person) throw new Error('Nobody is there');
  const suiteId = await storeSuite(
    person,
    'Long',
    bot.suite({ tests: 5, steps: 20, concurrency: 5 }),
  );

  const progress: Progress = { organizationId: home.organizationId, runs: [], newest: new Map() };
  const followers = Array.from({ length: clients }, (_, place) => {
    const { token } = people[place % people.length] ?? person;
    return createFollower(apis[place % apis.length]?.url ?? '', token, progress);
  });
  drill.defer(async () => {
    for (const follower of followers) follower.close();
  });

  // Spread the runs over the duration of the disconnections.
  let isOver = false;
  const perDropMs = 3000;
  const everyMs = (drops * perDropMs) / runsWanted;
  const running = (async () => {
    for (let run = 0; run < runsWanted; run += 1) {
      const { id } = await untilStarted(person, suiteId);
      progress.runs.push(id);
      for (const follower of followers) follower.follow(id);
      await sleep(everyMs);
    }
  })();
  const restarting = (async () => {
    let restarts = 0;
    while (!isOver) {
      await sleep(silenceEvery * perDropMs * (drill.isQuick ? 0.4 : 1));
      await drill.random.pick(apis).restart(drill.random.pick(['SIGTERM', 'SIGKILL'] as const));
      restarts += 1;
    }
    return restarts;
  })();
  await Promise.all(
    followers.map(async (follower) => {
      for (let drop = 0; drop < drops; drop += 1) {
        await sleep(drill.random.between(500, perDropMs * 2 - 500));
        const kind: Drop = drill.random.between(1, silenceEvery) === 1 ? 'silence' : 'reset';
        await follower.drop(kind, silenceMs);
      }
    }),
  );
  isOver = true;
  const [restarts] = await Promise.all([restarting, running]);

  const lengths = new Map<string, number>();
  await until(settleTimeoutMs, async () => {
    const rows = await cluster.query<{ id: string; last: number; done: boolean }>(
      'select id, last_seq as last, is_complete as done from runs',
    );
    for (const { id, last } of rows) lengths.set(id, last);
    return (
      rows.every(({ done }) => done) && followers.every((follower) => isWhole(follower, lengths))
    );
  });
  const sum = (count: (follower: Follower) => number) =>
    followers.reduce((total, follower) => total + count(follower), 0);
  const caughtUpMs = followers.flatMap((follower) => follower.caughtUpMs);
  const events = [...lengths.values()].reduce((total, length) => total + length, 0);
  drill.note('clients', clients);
  drill.note('events', events);
  drill.note('restarts of an api', restarts);
  drill.note(
    'events delivered',
    sum(({ delivered }) => delivered),
  );
  drill.atLeast(
    'drops',
    sum((follower) => follower.drops),
    clients * drops,
  );
  drill.exactly(
    'runs of which a client missed an event',
    sum((f) => missing(f, lengths)),
    0,
  );
  drill.exactly(
    'events out of order',
    sum(({ gaps }) => gaps),
    0,
  );
  drill.exactly(
    'events delivered twice',
    sum(({ doubled }) => doubled),
    0,
  );
  drill.note('caught up p50 ms', Math.round(percentile(caughtUpMs, 0.5)));
  drill.note('caught up p99 ms', Math.round(percentile(caughtUpMs, 0.99)));
  drill.withinMs('caught up at most ms', Math.max(0, ...caughtUpMs), caughtUpMsMax);
});

/** Retries until a run is started, because the server may be restarting. */
async function untilStarted(person: Person, suiteId: string) {
  for (;;) {
    const run = await startRun(person, suiteId).catch(() => undefined);
    if (run) return run;
    await sleep(200);
  }
}

function missing({ seen }: Follower, lengths: Map<string, number>): number {
  return [...lengths].filter(([runId, last]) => seen.get(runId) !== last).length;
}

function isWhole(follower: Follower, lengths: Map<string, number>): boolean {
  return missing(follower, lengths) === 0;
}
