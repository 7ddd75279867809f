/**
 * R15. The clock of a server with the embedded database jumps an hour ahead, an hour back, and a day ahead. There is no burst
 * of runs: a monitor makes up for at most one slot, and for none that is older than two hours. No monitor is delayed by more
 * than a period. Signed-in users stay signed in or can sign in again.
 *
 *   npm run drill -- clock-jumps [--quick] [--amount MONITORS] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { projects } from '@parley/contract';
import { type Cluster, type Member, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { runDrill } from './drill/drill.ts';
import { seedMonitors } from './drill/seed-monitors.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { createWrongClock } from './drill/wrong-clock.ts';

const periodMinutes = 360;
const minute = 60_000;
/** Share of monitors that can fall due during the drill. */
const dueMeanwhileMax = 0.05;
/** Time in milliseconds for due monitors to run. They are checked every two seconds, but a busy machine is slower. */
const settleMs = 12_000;

interface Jump {
  name: string;
  /** True if the jump skips a slot of every monitor recently enough (within two hours) that each must make up for it. */
  shift: number;
  /** True if the jump skips a slot of every monitor, which must then be made up for. */
  passesSlots: boolean;
}

const jumps: Jump[] = [
  { name: 'an hour ahead', shift: 60, passesSlots: true },
  { name: 'an hour back', shift: 0, passesSlots: false },
  { name: 'an hour back again', shift: -60, passesSlots: false },
  { name: 'a day ahead', shift: 24 * 60, passesSlots: false },
];

await runDrill('clock-jumps', 'R15', async (drill) => {
  const monitors = drill.amount({ full: 500, quick: 40 });
  const bot = await startCountingBot(5);
  drill.defer(() => bot.close());
  const clock = createWrongClock(drill, 0);
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'embedded',
    roles: ['all'],
    reachable: [bot.address],
    environment: clock.environment,
    async prepare(environment) {
      const tenants = await seedTenants(environment, ['Acme']);
      [tenant] = tenants;
      const ids = tenants.map(({ organizationId }) => organizationId);
      await seedMonitors(environment, ids, {
        config: { everyMinutes: periodMinutes },
        monitors,
        source: bot.suite({ tests: 1, steps: 1 }),
        dueAfterMinutes: 30,
      });
    },
  });
  const [server] = cluster.members;
  if (server === undefined || tenant === undefined) throw new Error('Nothing was started');
  let signInsRefused = 0;
  let askedInVain = 0;
  let storms = 0;
  let tooFew = 0;
  let lost = 0;
  for (const { name, shift, passesSlots } of jumps) {
    const before = await look(cluster, server, clock.shiftMs());
    const person = await signIn(server.url, tenant);
    clock.set(shift * minute);
    await sleep(drill.size({ full: 2 * settleMs, quick: settleMs }));
    const { status } = await person.call(projects.listProjects, {});
    if (status !== 200 && status !== 401) askedInVain += 1;
    const again = await (await signIn(server.url, tenant)).call(projects.listProjects, {});
    if (again.status !== 200) signInsRefused += 1;
    const after = await look(cluster, server, clock.shiftMs());
    const runs = after.runs - before.runs;
    drill.note(`${name}: runs`, runs);
    drill.note(`${name}: answered`, status);
    const wanted = passesSlots ? monitors : 0;
    // One run for the skipped slot, and one for the next slot if it falls due in the meantime.
    const mostOfOne = passesSlots ? 2 : 1;
    const isStorm =
      after.mostOfOne - before.mostOfOne > mostOfOne || runs > wanted + monitors * dueMeanwhileMax;
    storms += isStorm ? 1 : 0;
    tooFew += Math.max(0, wanted - runs);
    lost += after.lost;
  }

  drill.note('monitors', monitors);
  drill.exactly('jumps with a storm of runs', storms, 0);
  drill.exactly('slots not made up for', tooFew, 0);
  drill.exactly('monitors without a time within their period', lost, 0);
  drill.exactly('sessions answered other than 200 and 401', askedInVain, 0);
  drill.exactly('refused after signing in again', signInsRefused, 0);
});

/** Stops the server, reads what it has written relative to its own clock, and restarts it. */
async function look({ query }: Cluster, server: Member, shiftMs: number) {
  await server.process().end('SIGTERM');
  const now = Date.now() + shiftMs;
  const [row] = await query<Record<'runs' | 'mostOfOne' | 'lost', string>>(
    `select (select count(*) from runs) as runs, (
      select coalesce(max(count), 0) from (select count(*) from runs group by suite_id) as counted
    ) as "mostOfOne", (
      select count(*) from monitors where next_at is null or next_at < $1::timestamptz
        or next_at > $1::timestamptz + make_interval(mins => $2)
    ) as lost`,
    [new Date(now - minute).toISOString(), periodMinutes + 2],
  );
  await server.restart();
  return { runs: Number(row?.runs), mostOfOne: Number(row?.mostOfOne), lost: Number(row?.lost) };
}
