/** Tests suites whose tests share steps, in every place that shows the result. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  apiKeys,
  devices,
  runs as endpoints,
  projects,
  publicApi,
  type StoredSuite,
  suites,
} from '@parley/contract';
import { foldEvents } from '@parley/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import type { LeasedWorker } from '../../../platform/leased-work/leased-work.ts';
import { startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { startRunWorker } from './run-worker.ts';

let bot: Server;
let host: string;
let app: TestApp;
let ada: Member;
let worker: LeasedWorker | undefined;
/** Messages that the bot received. */
const said: unknown[] = [];

beforeAll(async () => {
  bot = createServer(async (request, response) => {
    const { text } = (await json(request)) as { text: string };
    said.push(text);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ text: text.replace('I am', 'Welcome') }));
  });
  await new Promise<void>((listening) => bot.listen(0, '127.0.0.1', listening));
  host = `127.0.0.1:${(bot.address() as AddressInfo).port}`;
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
});

afterAll(async () => {
  await worker?.close();
  await app.close();
  bot.close();
});

const source = (block: string) => `configuration:
  syntax: 2
  platform: webchat
  channel: { kind: http, url: "http://${host}/bot" }
---
- test: Twice
- $USE log in: { user: anna }
- $USE log in: { user: "{{deviceName}}" }
---
- test: Alone
- bye: bye
---
- block: log in
- parameters: [user]
${block}`;

const polite = '- I am {{user}}: Welcome {{user}}\n';
const rude = '- I am {{user}}: Go away {{user}}\n';

async function createSuite(): Promise<StoredSuite> {
  const project = await ada.call(projects.createProject, { body: { name: 'Blocks' } });
  const device = await ada.call(devices.createDevice, {
    body: {
      name: 'Eve',
      locale: 'en-US',
      settings: {
        platform: 'webchat',
        browser: 'chrome-android',
        viewport: { width: 412, height: 915 },
      },
    },
  });
  const body = { projectId: project.body.id, platform: 'webchat', source: source(polite) } as const;
  const { body: suite } = await ada.call(suites.createSuite, { body: { ...body, name: 'Shared' } });
  const { body: stored } = await ada.call(suites.updateSuite, {
    params: { suiteId: suite.id },
    body: { deviceId: device.body.id },
  });
  return stored;
}

const resultOf = async (runId: string) => {
  const { body } = await ada.call(endpoints.listRunEvents, { params: { runId } });
  return foldEvents(body.events.map(({ event }) => event));
};

it('says the steps of each use, as the text was when the run was queued, and tells where they are written', async () => {
  const { id: suiteId, version } = await createSuite();
  const queued = await startRun(ada, suiteId);
  // The block changes while the run waits for a worker.
  const edited = await ada.call(suites.updateSuite, {
    params: { suiteId },
    body: { source: source(rude), version },
  });
  expect(edited.status, edited.text).toBe(200);
  worker = await startRunWorker(
    app.platform,
    createOrganizationEgress(app.platform.config, [host]),
  );
  expect(await untilEnded(ada, queued.id)).toMatchObject({ status: 'passed' });
  expect(said.toSorted()).toEqual(['I am Eve', 'I am anna', 'bye']);
  expect((await resultOf(queued.id)).tests[0]?.steps.map(({ origin }) => origin)).toEqual([
    { step: 0, blocks: [{ name: 'log in', step: 0 }] },
    { step: 1, blocks: [{ name: 'log in', step: 0 }] },
  ]);

  const next = await startRun(ada, suiteId);
  expect(await untilEnded(ada, next.id)).toMatchObject({ status: 'failed', counts: { failed: 1 } });

  const key = await ada.call(apiKeys.createApiKey, { body: { name: 'CI' } });
  const params = { runId: next.id };
  const tests = await app.call(publicApi.readRunTests, { token: key.body.key, params });
  const [twice, alone] = tests.body.items;
  expect(twice?.interactions.map(({ origin }) => origin)).toEqual([
    'step 1 of the block "log in", used in step 1',
    'step 1 of the block "log in", used in step 2',
  ]);
  expect(alone?.interactions[0]?.origin).toBeNull();
  const junit = await app.call(publicApi.readRunJunit, { token: key.body.key, params });
  expect(junit.text).toContain('step 2 (step 1 of the block &quot;log in&quot;, used in step 2): ');

  const compared = await ada.call(endpoints.listEditedTests, {
    params: { runId: next.id },
    query: { base: queued.id },
  });
  expect(compared.body).toEqual({ edited: ['Twice'], unchanged: ['Alone'] });
});

it('is not stored where a block is missing, and says which', async () => {
  const project = await ada.call(projects.createProject, { body: { name: 'Missing' } });
  const refused = await ada.call(suites.createSuite, {
    body: {
      projectId: project.body.id,
      platform: 'webchat',
      name: 'Missing',
      source: source(polite).replace('- block: log in', '- block: sign in'),
    },
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('There is no block \\"log in\\" in this suite.');
});
