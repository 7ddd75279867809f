/**
 * R7. Runs twenty runs at a time for ten minutes against bots that hang, drip, flood, bomb and lie. Each run ends in time
 * with its own failure. The worker stays fast and needs hardly more memory than after as many ordinary runs, and another
 * organization's runs keep passing.
 *
 *   npm run drill -- abusive-bots [--quick] [--rounds MINUTES] [--seed N]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runs } from '@parley/contract';
import { startRun, untilEnded } from '@parley/server/testing/bot-suite';
import type { Member as Person } from '@parley/server/testing/tenant';
import { type AbusiveBot, startAbusiveBots } from './drill/abusive-bots.ts';
import { databasesHere, startCluster } from './drill/cluster.ts';
import { startCountingBot } from './drill/counting-bot.ts';
import { percentile, runDrill } from './drill/drill.ts';
import { measureProcess } from './drill/measures.ts';
import { storeSuite } from './drill/store-suite.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';

const replyTimeoutMs = 2000;
/** Grace period for a late reply in milliseconds (limits.ts of the engine). */
const lateReplyMs = 2000;
const endsMsMax = replyTimeoutMs + lateReplyMs + 1000;
const rssRiseMbMax = 64;
const lagMsMax = 50;
const runTimeoutMs = 120_000;
/** Roles of the processes. The last process executes the runs and is measured. */
const rolesOf = { embedded: ['all'], postgresql: ['api', 'worker'] } as const;

await runDrill('abusive-bots', 'R7', async (drill) => {
  const atOnce = drill.size({ full: 20, quick: 14 });
  const forMs = drill.isQuick ? 0 : drill.rounds({ full: 10, quick: 0 }) * 60_000;
  const bots = await startAbusiveBots();
  drill.defer(async () => {
    for (const bot of bots) bot.close();
  });
  const goodBot = await startCountingBot(20);
  drill.defer(() => goodBot.close());
  const measured = measureProcess(drill);
  const [database = 'embedded'] = databasesHere();
  let tenants: SeededTenant[] = [];
  const cluster = await startCluster(drill, {
    database,
    roles: [...rolesOf[database]],
    reachable: [goodBot.address, ...bots.map(({ url }) => new URL(url).host)],
    environment: { PARLEY_RUN_SLOTS: '30' },
    environmentOf: (index) => (index === rolesOf[database].length - 1 ? measured.environment : {}),
    async prepare(environment) {
      tenants = await seedTenants(environment, ['Abused', 'Neighbour']);
    },
  });
  const [api] = cluster.members;
  const [abused, neighbour] = tenants;
  if (!api || !abused || !neighbour) throw new Error('Nothing was started');
  const person = await signIn(api.url, abused);
  const other = await signIn(api.url, neighbour);
  const suiteIds = new Map<AbusiveBot, string>();
  for (const bot of bots) suiteIds.set(bot, await storeSuite(person, bot.does, suiteOf(bot)));
  const good = await storeSuite(other, 'Good', goodBot.suite({ tests: 2, steps: 5 }));
  const tookMs: number[] = [];
  const wrong: string[] = [];
  const abuse = async (bot: AbusiveBot) => {
    const end = await runOnce(person, suiteIds.get(bot) ?? '');
    tookMs.push(end.tookMs);
    if (end.code === bot.comesTo) return;
    wrong.push(`${bot.does}: ${end.code}`);
  };
  // Establish a baseline: memory that a worker takes for as many ordinary runs before its first garbage collection, and for
  // code loaded on first use, does not count as a rise.
  await Promise.all(bots.map(abuse));
  const busyUntil = performance.now() + drill.size({ full: 180_000, quick: 0 });
  const ordinary = async () => {
    do await runOnce(other, good);
    while (performance.now() < busyUntil);
  };
  await Promise.all(Array.from({ length: atOnce }, ordinary));
  await sleep(2000);
  const before = measured.read();
  cluster.members.at(-1)?.process().child.kill('SIGUSR2');

  const until = performance.now() + forMs;
  let place = 0;
  let neighbourRuns = 0;
  let neighbourFailed = 0;
  const next = () => bots[place++ % bots.length] as AbusiveBot;
  const abusing = Array.from({ length: atOnce }, async () => {
    do await abuse(next());
    while (performance.now() < until);
  });
  const neighbouring = (async () => {
    do {
      const { status } = await runOnce(other, good);
      neighbourRuns += 1;
      if (status !== 'passed') neighbourFailed += 1;
    } while (performance.now() < until);
  })();
  await Promise.all([...abusing, neighbouring]);
  await sleep(2000);
  const after = measured.read();

  for (const mistake of new Set(wrong)) console.log(mistake);
  drill.atLeast('abusive runs', tookMs.length, bots.length + atOnce);
  drill.exactly('abusive runs with another failure than theirs', wrong.length, 0);
  drill.note('ended p99 ms', Math.round(percentile(tookMs, 0.99)));
  drill.withinMs('ended at most ms', Math.max(...tookMs), endsMsMax);
  drill.atLeast('runs of the neighbour', neighbourRuns, 1);
  drill.exactly('runs of the neighbour that did not pass', neighbourFailed, 0);
  drill.note('worker MB before', Math.round(before.rss / 2 ** 20));
  drill.atMost('worker MB risen', Math.round((after.rssMax - before.rss) / 2 ** 20), rssRiseMbMax);
  drill.withinMs('event loop late p99 ms', after.lagP99Ms, lagMsMax);
  drill.note('event loop late at most ms', Math.round(after.lagMaxMs));
});

function suiteOf({ url }: AbusiveBot): string {
  return [
    `configuration: { channel: { kind: http, url: "${url}" }, replyTimeout: ${replyTimeoutMs / 1000} }`,
    '- test: A\n- hello: hi',
  ].join('\n---\n');
}

/** Starts a run and returns the code of its first failure and the duration of its longest step. */
async function runOnce(person: Person, suiteId: string) {
  const { id: runId } = await startRun(person, suiteId);
  const { status } = await untilEnded(person, runId, runTimeoutMs);
  const { body } = await person.call(runs.listRunEvents, { params: { runId } });
  let code: string | undefined;
  let tookMs = 0;
  let startedAt = 0;
  for (const { event } of body.events) {
    if (event.type === 'step.started') startedAt = event.at;
    if (event.type === 'step.finished') tookMs = Math.max(tookMs, event.at - startedAt);
    if (event.type === 'step.finished' || event.type === 'test.finished')
      code ??= event.failure?.code;
  }
  return { status, code, tookMs };
}
