/**
 * Sixteen clients repeatedly send the largest valid requests to every endpoint of the contract, with a lot of data stored. The
 * server's event loop is delayed by at most 200 ms (p99), and no response is a server error except 503.
 *
 *   npm run drill -- amplification [--quick] [--rounds SECONDS]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '@parley/contract';
import { startTestApp } from '@parley/server/testing';
import { fillLargely } from '@parley/server/testing/large-organization';
import { harmOf, largeRequests, type PreparedRequest } from '@parley/server/testing/large-requests';
import { requirePostgresql } from './drill/cluster.ts';
import { type Drill, runDrill } from './drill/drill.ts';

const lagP99MsMax = 200;

requirePostgresql();
await runDrill('amplification', 'D20', async (drill) => {
  const seconds = drill.rounds({ full: 60, quick: 10 });
  const app = await startTestApp({ hasWorker: false, settings: { PARLEY_LOAD_TESTING_FOR: '*' } });
  drill.defer(() => app.close());
  const acme = await fillLargely(app, 'Acme');
  const requests: PreparedRequest[] = [];
  for (const endpoint of allEndpoints.filter((one) => harmOf(one) === 0))
    requests.push(...[...largeRequests(app.url, endpoint, acme)].slice(0, 2));
  drill.note('requests', requests.length);

  const clients = startClients(drill);
  clients.send(requests);
  await once(clients, 'message');
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  await sleep(seconds * 1000);
  lag.disable();
  clients.kill('SIGTERM');
  const [answers] = (await once(clients, 'message')) as [Record<string, number>];

  // Let pending requests end before the server does.
  await sleep(2000);
  drill.note('answers by status', answers);
  const failed = Object.entries(answers).filter(
    ([status]) => Number(status) >= 500 && status !== '503',
  );
  drill.exactly('errors of the server', failed.length, 0);
  drill.note('lag p50 ms', Math.round(lag.percentile(50) / 1e6));
  drill.note('lag at most ms', Math.round(lag.max / 1e6));
  drill.withinMs('lag p99 ms', lag.percentile(99) / 1e6, lagP99MsMax);
});

function startClients(drill: Drill): ChildProcess {
  const child = fork(fileURLToPath(new URL('drill/repeat-requests.ts', import.meta.url)));
  drill.defer(async () => child.kill('SIGKILL'));
  return child;
}
