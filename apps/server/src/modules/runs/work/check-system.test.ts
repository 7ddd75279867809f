/** A run on the server whose suite checks the system of record behind its bot. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runs as endpoints, projects, suites } from '@parley/contract';
import { foldEvents } from '@parley/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let server: Server;
let app: TestApp;
let ada: Member;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
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

async function run(...check: string[]) {
  const project = await ada.call(projects.createProject, {
    body: { name: check.join().slice(0, 60) },
  });
  const source = [
    'configuration:',
    '  syntax: 2',
    '  platform: webchat',
    `  channel: { kind: http, url: "${base}/bot" }`,
    '---',
    '- test: Refunds',
    '- Refund order 7: refunded',
    ...check,
  ].join('\n');
  const body = {
    name: 'Refunds',
    projectId: project.body.id,
    platform: 'webchat',
    source,
  } as const;
  const { body: suite } = await ada.call(suites.createSuite, { body });
  const { id } = await startRun(ada, suite.id);
  const ended = await untilEnded(ada, id);
  const { body: listed } = await ada.call(endpoints.listRunEvents, { params: { runId: id } });
  return { ended, result: foldEvents(listed.events.map(({ event }) => event)) };
}

it('fails where the agent only says that it has refunded, and keeps the answer as evidence', async () => {
  const { ended, result } = await run(
    `- $CHECK GET ${base}/orders/7:`,
    '  - status: 200',
    '  - $.state === refunded',
  );
  expect(ended).toMatchObject({ status: 'failed', counts: { failed: 1 } });
  expect(result.tests[0]?.steps[1]).toMatchObject({
    outcome: 'failed',
    sent: `GET ${base}/orders/7`,
    checked: { answer: { status: 200, body: '{"state":"paid"}' } },
    failure: { code: 'check-failed' },
  });
});

it('reaches no address that a bot could not have', async () => {
  const { ended, result } = await run('- $CHECK GET http://127.0.0.1:1/orders:', '  - status: 200');
  expect(ended).toMatchObject({ status: 'error', counts: { error: 1 } });
  expect(result.tests[0]?.failure?.code).toBe('egress-refused');
});
