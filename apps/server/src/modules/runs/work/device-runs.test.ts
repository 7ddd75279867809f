import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BodyInput, devices, runs as endpoints, suites } from '@parley/contract';
import { printSuite } from '@parley/suite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../db/schema/runs.ts';
import { createOrganizationEgress } from '../../../platform/egress/organization-egress.ts';
import type { LeasedWorker } from '../../../platform/leased-work/leased-work.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { claimRuns } from './claim-runs.ts';
import { startRunWorker } from './run-worker.ts';

let app: TestApp;
let ada: Member;
let bot: SlowBot;
const workers: LeasedWorker[] = [];

beforeAll(async () => {
  bot = await startSlowBot();
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await app.platform.db.delete(runs);
  bot.reset();
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

interface SlowBot {
  url: string;
  /** Maximum number of messages that were pending at the same time. */
  mostAtOnce(): number;
  lastHeaders(): IncomingHttpHeaders;
  lastBody(): string;
  reset(): void;
  close(): Promise<void>;
}

/** Starts a bot that takes 40 ms for each reply and counts the pending messages. */
async function startSlowBot(): Promise<SlowBot> {
  let atOnce = 0;
  let most = 0;
  let headers: IncomingHttpHeaders = {};
  let body = '';
  const server: Server = createServer(async (request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    headers = request.headers;
    body = Buffer.concat(await request.toArray()).toString();
    await sleep(40);
    atOnce -= 1;
    response.end('Monday to Friday');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/message`,
    mostAtOnce: () => most,
    lastHeaders: () => headers,
    lastBody: () => body,
    reset: () => {
      most = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function startWorker(): Promise<void> {
  workers.push(
    await startRunWorker(
      app.platform,
      createOrganizationEgress(app.platform.config, [new URL(bot.url).host]),
    ),
  );
}

/** Makes the names of devices unique. */
let devicesMade = 0;

async function createDevice(
  change: Partial<BodyInput<typeof devices.createDevice>> = {},
): Promise<string> {
  const viewport = { width: 412, height: 915 };
  const { status, body, text } = await ada.call(devices.createDevice, {
    body: {
      name: `Visitor ${++devicesMade}`,
      locale: 'de-DE',
      settings: { platform: 'webchat', browser: 'chrome-android', viewport },
      ...change,
    },
  });
  expect(status, text).toBe(201);
  return body.id;
}

function setDevice(suiteId: string, deviceId: string | null, member = ada) {
  return member.call(suites.updateSuite, { params: { suiteId }, body: { deviceId } });
}

async function suiteOn(deviceId: string, tests: number, concurrency?: number): Promise<string> {
  const suite = { botUrl: bot.url, tests, turns: 2, ...(concurrency && { concurrency }) };
  const suiteId = await createBotSuite(ada, suite);
  expect((await setDevice(suiteId, deviceId)).status).toBe(200);
  return suiteId;
}

async function claim() {
  const { db, news } = app.platform;
  const [run] = await claimRuns(db, news, { owner: 'worker', places: 1, isLastShared: false });
  return run;
}

describe('the device of a suite', () => {
  it('is set, kept by other changes, copied by a clone and taken away', async () => {
    const deviceId = await createDevice();
    const suiteId = await suiteOn(deviceId, 1);
    const params = { suiteId };
    const renamed = await ada.call(suites.renameSuite, { params, body: { name: 'Renamed' } });
    expect(renamed.body.deviceId).toBe(deviceId);
    const clone = await ada.call(suites.cloneSuite, { params });
    expect(clone.body.deviceId).toBe(deviceId);
    const device = await ada.call(devices.getDevice, { params: { deviceId } });
    expect(device.body.suiteCount).toBe(2);
    expect((await setDevice(suiteId, null)).body.deviceId).toBeNull();
  });

  it('is not one of others, nor one that does not exist', async () => {
    const stranger = (await createTenant(app, { name: 'Other' })).owner;
    const foreignSuite = await createBotSuite(stranger, { botUrl: bot.url });
    const deviceId = await createDevice();
    expect((await setDevice(foreignSuite, deviceId, stranger)).status).toBe(404);
    expect((await setDevice(foreignSuite, 'unknown', stranger)).status).toBe(404);
  });

  it('is of the platform of the suite, and stays so when the text changes', async () => {
    const caller = { kind: 'number' as const, number: '+12025550123' };
    const settings = { platform: 'phone' as const, caller, trunk: null, voiceId: 'Joanna' };
    const phone = await createDevice({ locale: 'en-US', settings });
    const suiteId = await suiteOn(await createDevice(), 1);
    const mismatch = await setDevice(suiteId, phone);
    expect(mismatch.status).toBe(400);
    expect(mismatch.error?.message).toContain('is for phone');
    const source = printSuite({ configuration: { platform: 'phone' }, tests: [] });
    const changed = await ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
    expect(changed.status).toBe(400);
    const both = { source, deviceId: null };
    const allowed = await ada.call(suites.updateSuite, { params: { suiteId }, body: both });
    expect(allowed.status).toBe(200);
  });

  it('is given when the suite is created', async () => {
    const deviceId = await createDevice();
    const other = await ada.call(suites.getSuite, {
      params: { suiteId: await suiteOn(deviceId, 1) },
    });
    const { projectId } = other.body;
    const body = { name: 'New', projectId, platform: 'webchat' as const, deviceId };
    const created = await ada.call(suites.createSuite, { body });
    expect(created.body.deviceId).toBe(deviceId);
  });
});

describe('a run that speaks as a device', () => {
  it('names it, and the bot sees its browser, language and viewport', async () => {
    const deviceId = await createDevice({ name: 'Pixel in Berlin' });
    const suiteId = await suiteOn(deviceId, 1);
    await startWorker();
    const run = await startRun(ada, suiteId);
    expect(run.device).toMatchObject({ id: deviceId, name: 'Pixel in Berlin' });
    expect(await untilEnded(ada, run.id)).toMatchObject({ status: 'passed' });
    expect(bot.lastHeaders()).toMatchObject({
      'user-agent': expect.stringContaining('Android'),
      'accept-language': 'de-DE,de;q=0.9',
      'sec-ch-ua-mobile': '?1',
      'sec-ch-viewport-width': '412',
    });
  });

  it('fills its name and viewport into templates; headers and variables of the suite stand', async () => {
    const suiteId = await suiteOn(await createDevice({ name: 'Ada’s "phone"' }), 1);
    const source = printSuite({
      configuration: {
        platform: 'webchat',
        variables: { viewportHeight: 'my own' },
        channel: {
          kind: 'http',
          url: bot.url,
          headers: { 'User-Agent': 'Own' },
          request: '{"who": "{{deviceName}}", "size": "{{viewportWidth}} {{viewportHeight}}"}',
        },
      },
      tests: [
        {
          name: 'Test',
          mode: 'normal',
          tags: [],
          interactions: [
            {
              input: { kind: 'text', text: 'I am {{deviceName}}' },
              assertions: [],
              branches: [],
              settings: {},
            },
          ],
        },
      ],
    });
    await ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
    await startWorker();
    const { id: runId } = await startRun(ada, suiteId);
    const { device } = await untilEnded(ada, runId);
    expect(device?.variables).toMatchObject({ deviceName: 'Ada’s "phone"', viewportWidth: '412' });
    expect(JSON.parse(bot.lastBody())).toEqual({ who: 'Ada’s "phone"', size: '412 my own' });
    expect(bot.lastHeaders()['user-agent']).toBe('Own');
    const again = await ada.call(endpoints.reevaluateRun, { params: { runId }, body: {} });
    expect(again.body.result).toMatchObject({ status: 'passed' });
  });

  it('never holds more conversations than the device allows, over all runs and workers', async () => {
    const deviceId = await createDevice({ concurrencyLimit: 2 });
    const [one, two] = [await suiteOn(deviceId, 5, 5), await suiteOn(deviceId, 4, 1)];
    await startWorker();
    await startWorker();
    const started = [];
    for (const suiteId of [one, two, one, two]) started.push(await startRun(ada, suiteId));
    for (const { id } of started)
      expect(await untilEnded(ada, id, 50_000)).toMatchObject({ status: 'passed' });
    expect(bot.mostAtOnce()).toBe(2);
  }, 60_000);

  it('waits in the order in which runs were started, and is not overtaken by a smaller one', async () => {
    const deviceId = await createDevice({ concurrencyLimit: 3 });
    const [small, large] = [await suiteOn(deviceId, 1), await suiteOn(deviceId, 3)];
    const first = await startRun(ada, small);
    const second = await startRun(ada, large);
    const third = await startRun(ada, small);
    const elsewhere = await startRun(ada, await suiteOn(await createDevice(), 1));
    expect((await claim())?.id).toBe(first.id);
    expect((await claim())?.id).toBe(elsewhere.id);
    expect(await claim()).toBeUndefined();
    await ada.call(endpoints.cancelRun, { params: { runId: second.id } });
    expect((await claim())?.id).toBe(third.id);
  });

  it('asks for the whole device when it would hold more conversations than that', async () => {
    const deviceId = await createDevice({ concurrencyLimit: 2 });
    await startRun(ada, await suiteOn(deviceId, 9, 9));
    const next = await startRun(ada, await suiteOn(deviceId, 1));
    expect((await claim())?.conversationsHeld).toBe(2);
    expect(await claim()).toBeUndefined();
    await ada.call(devices.updateDevice, { params: { deviceId }, body: { concurrencyLimit: 3 } });
    expect((await claim())?.id).toBe(next.id);
  });
});

describe('a device that is used', () => {
  it('is not deleted while a run uses it, nor while suites use it unless they are detached', async () => {
    const deviceId = await createDevice();
    const suiteId = await suiteOn(deviceId, 1);
    const run = await startRun(ada, suiteId);
    const remove = (detach: 'true' | 'false') =>
      ada.call(devices.deleteDevice, { params: { deviceId }, query: { detach } });
    expect((await remove('true')).error).toMatchObject({
      code: 'device_in_use',
      message: expect.stringContaining('A run'),
    });
    await ada.call(endpoints.cancelRun, { params: { runId: run.id } });
    expect((await remove('false')).error).toMatchObject({
      code: 'device_in_use',
      message: 'A test suite uses it.',
    });
    expect((await remove('true')).status).toBe(204);
    const suite = await ada.call(suites.getSuite, { params: { suiteId } });
    expect(suite.body.deviceId).toBeNull();
    const kept = await ada.call(endpoints.getRun, { params: { runId: run.id } });
    expect(kept.body.device).toMatchObject({ id: null });
    expect((await startRun(ada, suiteId)).device).toBeNull();
  });
});
