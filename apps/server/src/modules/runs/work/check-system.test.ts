/** Tests runs whose suite checks the system of record behind its bot. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runs as endpoints, projects, suites } from '@parley/contract';
import { foldEvents, readResult } from '@parley/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let server: Server;
let app: TestApp;
let ada: Member;
let base: string;
/** Requests that arrived. */
const asked: string[] = [];
let made = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/bot/slow') return;
    const answer = request.url === '/bot' ? { text: 'refunded' } : { state: 'paid' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  base = `http://${host}`;
  app = await startTestApp({ reachable: [host] });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  server.close();
});

interface Parts {
  path?: string;
  configuration?: string[];
  steps?: string[];
}

async function start({ path = '/bot', configuration = [], steps = [] }: Parts) {
  const project = await ada.call(projects.createProject, { body: { name: `Orders ${++made}` } });
  const source = [
    'configuration:',
    '  syntax: 2',
    '  platform: webchat',
    `  channel: { kind: http, url: "${base}${path}" }`,
    ...configuration,
    '---',
    '- test: Refunds',
    '- Refund order 7: refunded',
    ...steps,
  ].join('\n');
  const body = {
    name: 'Refunds',
    projectId: project.body.id,
    platform: 'webchat',
    source,
  } as const;
  const { body: suite } = await ada.call(suites.createSuite, { body });
  asked.length = 0;
  return (await startRun(ada, suite.id)).id;
}

async function resultOf(id: string) {
  const { body } = await ada.call(endpoints.listRunEvents, { params: { runId: id } });
  return foldEvents(body.events.map(({ event }) => event));
}

async function run(parts: Parts) {
  const id = await start(parts);
  const ended = await untilEnded(ada, id);
  return { ended, result: await resultOf(id) };
}

it('fails where the agent only says that it has refunded, and keeps the answer as evidence', async () => {
  const { ended, result } = await run({
    steps: [`- $CHECK GET ${base}/orders/7:`, '  - status: 200', '  - $.state === refunded'],
  });
  expect(ended).toMatchObject({ status: 'failed', counts: { failed: 1 } });
  expect(result.tests[0]?.steps[1]).toMatchObject({
    outcome: 'failed',
    sent: `GET ${base}/orders/7`,
    checked: { answer: { status: 200, body: '{"state":"paid"}' } },
    failure: { code: 'check-failed' },
  });
});

it('reaches no address that a bot could not have', async () => {
  const { ended, result } = await run({
    steps: ['- $CHECK GET http://127.0.0.1:1/orders:', '  - status: 200'],
  });
  expect(ended).toMatchObject({ status: 'error', counts: { error: 1 } });
  expect(result.tests[0]?.failure?.code).toBe('egress-refused');
});

const around = () => [
  '  before each:',
  `    - request: POST ${base}/orders`,
  '      save: { state: $.state }',
  '  after each:',
  `    - request: DELETE ${base}/orders/{{state}}`,
];

it('sends the requests before and after the test, and keeps them with it', async () => {
  const { ended, result } = await run({ configuration: around() });
  expect(ended).toMatchObject({ status: 'passed', counts: { passed: 1 } });
  expect(asked).toEqual(['POST /orders', 'POST /bot', 'DELETE /orders/paid']);
  expect(result.tests[0]?.requests).toMatchObject([
    { when: 'before', outcome: 'passed', saved: { state: 'paid' } },
    { when: 'after', outcome: 'passed', sent: { url: `${base}/orders/paid` } },
  ]);
});

it('cleans up when the run is cancelled', async () => {
  const id = await start({ path: '/bot/slow', configuration: around() });
  await expect.poll(() => asked, { timeout: 10_000 }).toContain('POST /bot/slow');
  await ada.call(endpoints.cancelRun, { params: { runId: id } });
  expect(await untilEnded(ada, id)).toMatchObject({ status: 'cancelled' });
  await expect.poll(() => asked).toContain('DELETE /orders/paid');
});

it('sends the requests before all tests once, and re-evaluates with what they saved', async () => {
  const configuration = [
    '  before all:',
    `    - request: POST ${base}/states`,
    '      save: { state: $.state }',
    '      expires: 10m',
  ];
  const steps = [
    `- $CHECK GET ${base}/orders/7:`,
    '  - $.state === {{state}}',
    '  - save: { again: $.state }',
    '---',
    '- test: Refunds again',
    '- Refund {{state}}: refunded',
  ];
  const id = await start({ configuration, steps });
  expect(await untilEnded(ada, id)).toMatchObject({ status: 'passed', counts: { passed: 2 } });
  expect(asked.filter((line) => line === 'POST /states')).toHaveLength(1);
  const { tests } = await resultOf(id);
  for (const { requests } of tests)
    expect(requests).toMatchObject([{ isOfRun: true, saved: { state: 'paid' } }]);
  expect(tests[0]?.steps[1]?.saved).toEqual({ again: 'paid' });
  const params = { runId: id };
  const { body } = await ada.call(endpoints.reevaluateRun, { params });
  expect(readResult(body.result).counts).toMatchObject({ passed: 2 });
});
