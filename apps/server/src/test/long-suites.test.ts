/**
 * Calls all endpoints of an organization that has long suites. None of them may parse such a suite on the event loop, which
 * serves everyone.
 */
import { allEndpoints, devices, history, publicApi, suites } from '@parley/contract';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { suites as suiteTable } from '../db/schema/index.ts';
import { startDueRuns } from '../modules/monitoring/slots/start-due-runs.ts';
import { startRunWorker } from '../modules/runs/runs.ts';
import { createOrganizationEgress } from '../platform/egress/organization-egress.ts';
import { botSuiteSource, createBotSuite, startRun, untilEnded } from './bot-suite.ts';
import { type CountingBot, startCountingBot } from './counting-bot.ts';
import { doneInPool } from './done-in-pool.ts';
import { type FilledOrganization, fillOrganization } from './filled-organization.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { nameOf, validBody, validQuery } from './valid-requests.ts';

const longLength = 40_000;

/** Lengths of the long texts that were parsed in this process. */
const readHere = vi.hoisted((): number[] => []);
vi.mock('@parley/suite', async (importOriginal) => {
  const original = await importOriginal<typeof import('@parley/suite')>();
  return {
    ...original,
    parseSuite(text: string) {
      if (text.length > 32_768) readHere.push(text.length);
      return original.parseSuite(text);
    },
  };
});

let texts = 0;

/** Extends a text beyond the length that is parsed directly, and makes it unique. */
function long(source: string): string {
  texts += 1;
  return `${source}${`# ${texts}\n`.padEnd(longLength, '#')}\n`;
}

let bot: CountingBot;
let app: TestApp;
let acme: FilledOrganization;

beforeAll(async () => {
  bot = await startCountingBot();
  app = await startTestApp({
    hasWorker: false,
    reachable: [bot.address],
    settings: { PARLEY_LOAD_TESTING_FOR: '*' },
  });
  acme = await fillOrganization(app, 'Acme');
}, 60_000);

afterAll(async () => {
  await app.close();
  await bot.close();
});

beforeEach(() => {
  readHere.length = 0;
});

async function makeAllLong(): Promise<void> {
  const source = long(botSuiteSource({ botUrl: 'https://acme.example/message' }));
  await app.platform.db.execute(sql`update suites set source = ${source}`);
  await app.platform.db.execute(sql`update runs set source = ${source}`);
}

const called = allEndpoints.filter(
  ({ access, method }) => typeof access === 'object' && method !== 'DELETE',
);

describe('a long suite', () => {
  it('is read elsewhere, whatever is asked', async () => {
    const { owner, key, holdings } = acme;
    const inPool: string[] = [];
    for (const endpoint of called) {
      await makeAllLong();
      const body = validBody(endpoint, holdings);
      const holdsText = typeof body === 'object' && body !== null && 'source' in body;
      const query = validQuery(endpoint);
      const before = await doneInPool();
      const isByKey = typeof endpoint.access === 'object' && 'apiKey' in endpoint.access;
      await app.call(endpoint, {
        token: isByKey ? key : owner.token,
        params: holdings as never,
        ...(query && { query: query as never }),
        ...(body !== undefined && {
          body: (holdsText ? { ...body, source: long(String(body.source)) } : body) as never,
        }),
      });
      expect(readHere, nameOf(endpoint)).toEqual([]);
      if ((await doneInPool()) > before) inPool.push(nameOf(endpoint));
    }
    expect(inPool.map((name) => name.replace(/\/internal.*\{orgId\}/, ''))).toEqual([
      'GET /testsuites/{suiteId}/download',
      'POST /testsuites/import',
      'POST /testsuites/{suiteId}/quarantines',
      'POST /testsuites/{suiteId}/runs',
      'GET /testsuites/{suiteId}/readiness',
      'GET /runs/{runId}/gate',
      'GET /runs/{runId}/environment',
      'POST /runs/{runId}/reevaluation',
      'POST /explorations',
      'POST /explorations/{explorationId}/conversations',
      'POST /testsuites/{suiteId}/schedule-preview',
      'POST /projects/{projectId}/judge/replies',
      'POST /loadtests',
      'GET /testsuites/{suiteId}/loadtarget',
      'POST /testsuites/{suiteId}/loadtarget/check',
      'POST /api/v1/suites',
      'POST /api/v1/suites/{suiteId}/runs',
      'GET /api/v1/runs/{runId}/gate',
      'POST /api/v1/lint',
      'GET /api/v1/suites/{suiteId}/download',
      'POST /api/v1/suites/import',
      'GET /api/v1/suites/{suiteId}/readiness',
      'POST /api/v1/suites/{suiteId}/quarantines',
      'GET /api/v1/runs/{runId}/environment',
      'POST /api/v1/monitors/{suiteId}/schedule-preview',
      'POST /api/v1/load-tests',
      'GET /api/v1/suites/{suiteId}/load-target',
      'POST /api/v1/suites/{suiteId}/load-target/check',
      'POST /api/v1/explorations',
      'POST /api/v1/explorations/{explorationId}/conversations',
      'POST /api/v1/projects/{projectId}/judge/replies',
    ]);
  }, 120_000);

  it('is stored and changed', async () => {
    const { owner, key, holdings } = acme;
    const { suiteId = '', projectId = '' } = holdings;
    const source = () => long(botSuiteSource({ botUrl: bot.url }));
    const stored = await owner.call(suites.createSuite, {
      body: { name: 'Long', projectId, platform: 'webchat', source: source() },
    });
    expect(stored.body.testCount).toBe(1);
    const changed = { params: { suiteId }, body: { source: source() } };
    expect((await owner.call(suites.updateSuite, changed)).status).toBe(200);
    const written = { token: key, params: { suiteId }, body: { source: source() } };
    expect((await app.call(publicApi.writeSuite, written)).status).toBe(200);
    const wrong = await owner.call(suites.createSuite, {
      body: { name: 'Long', projectId, platform: 'webchat', source: `${source()}- {\n` },
    });
    expect(wrong.error?.code).toBe('suite_invalid');
    expect(readHere).toEqual([]);
  });

  it.each(['zip', 'excel', 'botscript', 'rasa'] as const)('is downloaded as %s', async (format) => {
    const { owner, holdings } = acme;
    const params = { suiteId: holdings.suiteId ?? '' };
    // From now on, the result of parsing is cached, but printing the suite takes as long as parsing.
    const body = { source: long(botSuiteSource({ botUrl: bot.url })) };
    expect((await owner.call(suites.updateSuite, { params, body })).status).toBe(200);
    const file = await owner.call(suites.downloadSuite, { params, query: { format } });
    expect(file.status).toBe(200);
    expect(readHere).toEqual([]);
  });

  it('is expected in the calendar of its device', async () => {
    const { owner, holdings } = acme;
    const { suiteId = '', deviceId = '' } = holdings;
    const { call } = owner;
    await call(suites.updateSuite, { params: { suiteId }, body: { deviceId } });
    await call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
    await makeAllLong();
    const params = { deviceId };
    const calendar = await call(devices.getDeviceCalendar, { params, query: { hours: 24 } });
    expect(calendar.body.upcoming.map((slot) => slot.suiteId)).toContain(suiteId);
    expect(readHere).toEqual([]);
  });

  it('is started when it is due, and so are others', async () => {
    const { db } = app.platform;
    await makeAllLong();
    const short = await createBotSuite(acme.owner, { botUrl: bot.url });
    const monitored = [acme.holdings.suiteId ?? '', short];
    await db
      .update(suiteTable)
      .set({ isMonitoring: true })
      .where(inArray(suiteTable.id, monitored));
    await startDueRuns(app.platform);
    await db.execute(sql`update monitors set next_at = now() - interval '1 second'`);
    await startDueRuns(app.platform);
    const queued = await db.execute<{ id: string }>(
      sql`select suite_id as id from runs where trigger = 'monitor'`,
    );
    expect(queued.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(monitored));
    expect(readHere).toEqual([]);
  });

  it('is carried out', async () => {
    const { owner } = acme;
    const suiteId = await createBotSuite(owner, { botUrl: bot.url });
    const { source } = (await owner.call(suites.getSuite, { params: { suiteId } })).body;
    await app.platform.db
      .update(suiteTable)
      .set({ source: long(source) })
      .where(eq(suiteTable.id, suiteId));
    const run = await startRun(owner, suiteId);
    // Simulates a worker that has not parsed the suite yet.
    await app.platform.db.execute(sql`update runs set source = source || '#'`);
    const worker = await startRunWorker(
      app.platform,
      createOrganizationEgress(app.platform.config, [bot.address]),
    );
    expect((await untilEnded(owner, run.id)).status).toBe('passed');
    await worker.close();
    expect(readHere).toEqual([]);
  });

  it('that measures something has a history', async () => {
    const { owner } = acme;
    const suiteId = await createBotSuite(owner, { botUrl: bot.url });
    const { source } = (await owner.call(suites.getSuite, { params: { suiteId } })).body;
    const measuring = source
      .replace('configuration:', 'configuration:\n  syntax: 2')
      .replace(
        /(- When are you open\?): (.*)/,
        '$1:\n    - prompt: $2\n    - metric time: latency',
      );
    const body = { source: measuring };
    expect((await owner.call(suites.updateSuite, { params: { suiteId }, body })).status).toBe(200);
    const run = await startRun(owner, suiteId);
    const worker = await startRunWorker(
      app.platform,
      createOrganizationEgress(app.platform.config, [bot.address]),
    );
    await untilEnded(owner, run.id);
    await worker.close();
    await app.platform.db
      .update(suiteTable)
      .set({ source: long(measuring) })
      .where(eq(suiteTable.id, suiteId));
    const reliability = await owner.call(history.getReliability, { params: { suiteId } });
    expect(reliability.body.metrics.map(({ name }) => name)).toEqual(['time']);
    expect(readHere).toEqual([]);
  });
});
