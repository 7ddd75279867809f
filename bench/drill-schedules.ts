/**
 * R6. Ten thousand monitors run every five minutes, the shortest interval, over which suite ids spread their slots. The clocks
 * of the three workers differ by 40 s, and each minute one worker is killed. Every slot is used once, neither early nor late.
 * A slot is used when its run is queued; how long runs then wait for a free worker slot is reported separately.
 *
 *   npm run drill -- schedules [--quick] [--amount MONITORS] [--rounds MINUTES] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, requirePostgresql, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { runDrill } from './drill/drill.ts';
import { seedMonitors } from './drill/seed-monitors.ts';
import { seedTenants } from './drill/tenant.ts';
import { createWrongClock } from './drill/wrong-clock.ts';

const clocksMs = [-40_000, 0, 40_000];
const periodS = 300;
const lateMsMax = 5000;
const organizations = 20;
/** Wait in milliseconds after the last minute, so that slots due by then can be used. */
const settleMs = 5_000;

requirePostgresql();
await runDrill('schedules', 'R6', async (drill) => {
  const monitors = drill.amount({ full: 10_000, quick: 300 });
  const minutes = drill.rounds({ full: 30, quick: 0 });
  const bot = await startCountingBot(5);
  drill.defer(() => bot.close());
  const clocks = clocksMs.map((ms) => createWrongClock(drill, ms));
  const cluster = await startCluster(drill, {
    database: 'postgresql',
    roles: clocks.map(() => 'worker'),
    reachable: [bot.address],
    environmentOf: (index) => clocks[index]?.environment ?? {},
    async prepare(environment) {
      const names = Array.from({ length: organizations }, (_, place) => `Organization ${place}`);
      const tenants = await seedTenants(environment, names);
      const ids = tenants.map(({ organizationId }) => organizationId);
      await seedMonitors(environment, ids, {
        config: { everyMinutes: periodS / 60 },
        monitors,
        source: bot.suite({ tests: 1, steps: 1 }),
      });
    },
  });
  // In the quick form, each monitor is due once, within about 15 seconds.
  await cluster.query(
    'update monitors set next_at = now() + make_interval(secs => 2 + random() * $1)',
    [drill.isQuick ? 15 : periodS],
  );
  const until = performance.now() + (drill.isQuick ? 20_000 : minutes * 60_000);
  const killEveryMs = drill.size({ full: 60_000, quick: 10_000 });
  let kills = 0;
  while (performance.now() < until) {
    await sleep(Math.min(killEveryMs, until - performance.now()));
    await drill.random.pick(cluster.members).restart('SIGKILL');
    kills += 1;
    const { slots, lateP99Ms } = await judge(cluster);
    console.log(`${kills} kills, ${slots} slots, p99 ${lateP99Ms} ms late`);
  }
  await sleep(settleMs);

  const figures = await judge(cluster);
  drill.note('monitors', monitors);
  drill.note('minutes', minutes);
  drill.note('kills', kills);
  drill.atLeast(
    'slots used',
    figures.slots,
    drill.isQuick ? monitors : monitors * Math.floor((minutes * 60) / periodS),
  );
  drill.exactly('slots left out', figures.leftOut, 0);
  drill.exactly('monitors overdue', figures.overdue, 0);
  drill.exactly('slots with other than one run', figures.notOneRun, 0);
  drill.exactly('runs without a slot', figures.runsWithoutSlot, 0);
  drill.exactly('runs before their time', figures.early, 0);
  drill.note('late p50 ms', figures.lateP50Ms);
  drill.withinMs('late p99 ms', figures.lateP99Ms, lateMsMax);
  drill.note('late at most ms', figures.lateMaxMs);
  drill.note('begun late p50 ms', figures.begunP50Ms);
  drill.note('begun late p99 ms', figures.begunP99Ms);
  drill.note('runs still waiting', figures.waiting);
});

/** Compares slots and runs by the database clock, which schedules use. */
async function judge({ query }: Cluster) {
  const [row] = await query<Record<string, string>>(
    `with used as (
      select slot.*, run.created_at, run.id as found, extract(epoch from run.created_at - slot.slot) * 1000 as late,
        extract(epoch from run.started_at - slot.slot) * 1000 as begun,
        slot.slot - lag(slot.slot) over (partition by slot.suite_id order by slot.slot) as gap,
        row_number() over (partition by slot.suite_id order by slot.slot) as place
      from monitor_slots slot left join runs run on run.id = slot.run_id
    )
    select count(*) as slots,
      count(*) filter (where place > 2 and gap <> make_interval(secs => $1)) as "leftOut",
      count(*) filter (where outcome <> 'run' or found is null) as "notOneRun",
      (select count(*) from runs where trigger = 'monitor') - count(found) as "runsWithoutSlot",
      count(*) filter (where late < 0) as early,
      coalesce(percentile_disc(0.5) within group (order by late), 0) as "lateP50Ms",
      coalesce(percentile_disc(0.99) within group (order by late), 0) as "lateP99Ms",
      coalesce(max(late), 0) as "lateMaxMs",
      coalesce(percentile_disc(0.5) within group (order by begun), 0) as "begunP50Ms",
      coalesce(percentile_disc(0.99) within group (order by begun), 0) as "begunP99Ms",
      (select count(*) from monitors where next_at < now() - interval '10 seconds') as overdue,
      (select count(*) from runs where not is_complete) as waiting
    from used`,
    [periodS],
  );
  const figure = (name: string) => Math.round(Number(row?.[name]));
  return {
    slots: figure('slots'),
    leftOut: figure('leftOut'),
    notOneRun: figure('notOneRun'),
    runsWithoutSlot: figure('runsWithoutSlot'),
    overdue: figure('overdue'),
    early: figure('early'),
    lateP50Ms: figure('lateP50Ms'),
    lateP99Ms: figure('lateP99Ms'),
    lateMaxMs: figure('lateMaxMs'),
    begunP50Ms: figure('begunP50Ms'),
    begunP99Ms: figure('begunP99Ms'),
    waiting: figure('waiting'),
  };
}
