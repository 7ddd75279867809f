/**
 * Sends the most expensive requests that an organization can send, from a separate process, until it is stopped. Its argument
 * is a `Noise` in JSON; it prints `ready` once it has started.
 */
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiKeys, identity, runShares, runs, suites } from '@parley/contract';
import { callApi } from '@parley/server/testing/call-api';
import { memberAt } from './tenant.ts';

export interface Noise {
  url: string;
  person: { organizationId: string; userId: string; email: string; token: string };
  projectId: string;
  /** A run whose bot sent 1 MB. */
  runId: string;
  suiteId: string;
  shareToken: string;
  /** Concurrent clients per kind. */
  clients: number;
}

const megabyte = 1_000_000;

if (process.argv[2]) await makeNoise(JSON.parse(process.argv[2]));

async function makeNoise(noise: Noise): Promise<void> {
  // Real senders would have machines of their own.
  setPriority(constants.priority.PRIORITY_LOW);
  const answers: Record<string, Record<number, number>> = {};
  process.on('SIGTERM', () => {
    process.send?.(answers);
    process.disconnect();
    process.exit();
  });
  process.send?.('ready');
  await Promise.all(
    kindsOf(noise).flatMap(([kind, ask]) => {
      answers[kind] = {};
      return Array.from({ length: noise.clients }, () => repeat(ask, answers[kind] ?? {}));
    }),
  );
}

type Ask = () => Promise<{ status: number }>;

function kindsOf({ url, person, projectId, runId, suiteId, shareToken }: Noise): [string, Ask][] {
  const member = memberAt(url, person);
  const fuzzy = ['configuration:', '  channel: { kind: http, url: "http://127.0.0.1:1/" }', '---']
    .concat('- test: Hours', '- hi:')
    .concat(Array.from({ length: 100 }, (_, at) => `    - prompt ~~ ${`quantum ${at} `.repeat(4)}`))
    .join('\n');
  const variables = `- test: Hours\n- hi: "${'{a} '.repeat(megabyte / 4)}"\n`;
  const file = Buffer.from(`Hours\n#me\n${'$a '.repeat(600_000)}`).toString('base64');
  // Exactly as many words as a suite can have.
  const long = Array.from({ length: 400 }, (_, test) =>
    [`---`, `- test: Test ${test}`, ...Array(40).fill('- hello: "*welcome*"')].join('\n'),
  ).join('\n');
  const names = JSON.stringify({ email: Array(2 * megabyte).fill(1), password: 'x' });
  const params = { runId };
  return [
    ['a shared run', () => callApi(url, runShares.readSharedRun, { body: { token: shareToken } })],
    ['a sign-in of 4 MB', () => post(`${url}${identity.signIn.path}`, names)],
    ['events', () => member.call(runs.listRunEvents, { params, query: { limit: 5000 } })],
    [
      'judged by a text of 1 MB',
      () => member.call(runs.reevaluateRun, { params, body: { source: variables } }),
    ],
    [
      'judged by 100 fuzzy lines',
      () => member.call(runs.reevaluateRun, { params, body: { source: fuzzy } }),
    ],
    [
      'an import',
      () =>
        member.call(suites.importSuite, {
          body: { projectId, fileName: 'a.convo.txt', content: file },
        }),
    ],
    [
      'a long suite stored',
      () =>
        member.call(suites.updateSuite, {
          params: { suiteId },
          body: { source: `${long}\n# ${Math.random()}\n` },
        }),
    ],
    [
      'a long suite downloaded',
      () => member.call(suites.downloadSuite, { params: { suiteId }, query: { format: 'excel' } }),
    ],
    ['keys listed', () => member.call(apiKeys.listApiKeys, {})],
  ];
}

async function post(address: string, body: string): Promise<{ status: number }> {
  const headers = { 'content-type': 'application/json' };
  return fetch(address, { method: 'POST', headers, body });
}

async function repeat(ask: Ask, statuses: Record<number, number>): Promise<void> {
  for (;;) {
    const { status } = await ask().catch(() => ({ status: 0 }));
    statuses[status] = (statuses[status] ?? 0) + 1;
    // Wait when told to.
    await sleep(status === 429 || status === 503 ? 1000 : 20);
  }
}
