/**
 * F01, F02. slowhttptest opens hundreds of connections that send headers slowly, send bodies slowly, or hardly read.
 * Meanwhile, other clients are answered, and the server still works afterwards.
 *
 *   npm run drill -- slow-clients [--quick] [--amount CONNECTIONS]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { projects } from '@parley/contract';
import type { Member as Person } from '@parley/server/testing/tenant';
import { startCluster } from './drill/cluster.ts';
import { type Drill, percentile, runDrill } from './drill/drill.ts';
import { type SeededTenant, seedTenants, signIn } from './drill/tenant.ts';
import { requireTool, runTool } from './drill/tools.ts';

const ways = [
  { name: 'slow headers', args: ['-H', '-i', '2', '-x', '10'], path: '/livez' },
  {
    name: 'slow bodies',
    args: ['-B', '-i', '2', '-x', '10', '-s', '100000', '-f', 'application/json'],
    path: '/generateParleyLead',
  },
  { name: 'slow readers', args: ['-X', '-n', '2', '-z', '10', '-k', '10'], path: '/docs/json' },
];
const askEveryMs = 50;
const answerMsMax = 500;

requireTool('slowhttptest');
await runDrill('slow-clients', 'F01', async (drill) => {
  let tenant: SeededTenant | undefined;
  const cluster = await startCluster(drill, {
    database: 'embedded',
    roles: ['all'],
    async prepare(environment) {
      [tenant] = await seedTenants(environment, ['Acme']);
    },
  });
  const [server] = cluster.members;
  if (!server || !tenant) throw new Error('Nothing was started');
  const person = await signIn(server.url, tenant);
  for (const way of ways) await attack(drill, server.url, person, way);
  drill.exactly('servers that still run', server.process().isRunning() ? 1 : 0, 1);
});

async function attack(
  drill: Drill,
  url: string,
  person: Person,
  { name, args, path }: (typeof ways)[number],
): Promise<void> {
  const connections = drill.amount({ full: 1000, quick: 200 });
  const seconds = drill.size({ full: 60, quick: 20 });
  const limits = ['-c', String(connections), '-r', '200', '-l', String(seconds), '-p', '5'];
  let isOver = false;
  const attacking = runTool(
    'slowhttptest',
    [...args, ...limits, '-u', url + path],
    (seconds + 60) * 1000,
  ).finally(() => {
    isOver = true;
  });
  const answersMs: number[] = [];
  let failed = 0;
  while (!isOver) {
    const askedAt = performance.now();
    const status = await person.call(projects.listProjects).then(
      (answer) => answer.status,
      () => 0,
    );
    answersMs.push(performance.now() - askedAt);
    if (status !== 200) failed += 1;
    await sleep(askEveryMs);
  }
  const { output, isCut } = await attacking;
  drill.exactly(`${name}: cut off by the drill`, isCut ? 1 : 0, 0);
  drill.atLeast(`${name}: answers to others`, answersMs.length, seconds);
  drill.exactly(`${name}: others refused or not answered`, failed, 0);
  drill.withinMs(`${name}: others p99 ms`, percentile(answersMs, 0.99), answerMsMax);
  const connected = [...stripVTControlCharacters(output).matchAll(/connected:\s+(\d+)/g)];
  const atOnce = Math.max(0, ...connected.map(([, count]) => Number(count)));
  drill.atLeast(`${name}: slow connections at the same time`, atOnce, 1);
}
