/**
 * Calls all endpoints of an organization that has a long run. None of them may parse the run's stored data on the event loop,
 * which serves everyone.
 */
import { allEndpoints, publicApi, runShares, runs } from '@parley/contract';
import type { RunEvent } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runEvents, runs as runTable, sharedRunViews } from '../db/schema/index.ts';
import { openRunPages } from '../modules/runs/log/run-pages.ts';
import { startRunWorker } from '../modules/runs/runs.ts';
import { createOrganizationEgress } from '../platform/egress/organization-egress.ts';
import { untilEnded } from './bot-suite.ts';
import { type CountingBot, startCountingBot } from './counting-bot.ts';
import { doneInPool } from './done-in-pool.ts';
import { type FilledOrganization, fillOrganization } from './filled-organization.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { nameOf, validBody, validQuery } from './valid-requests.ts';

const reply = 'Said at great length. '.repeat(2_000);

/** Part of a reply that is longer than the history stores, and shorter than a share link shows. */
const mark = reply.slice(0, 2_200);

/** Number of steps. Each has a reply of about 44 KB in three forms, so that the log has more than one page. */
const steps = 40;

/** Texts of the run that were parsed or written in this process. */
const readHere: string[] = [];

/** Responses of the server, which the test itself parses. */
let answered = new Set<string>();

function watchJson(): void {
  const { parse, stringify } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.includes(mark)) readHere.push(text);
    return parse(text, reviver);
  });
  vi.spyOn(JSON, 'stringify').mockImplementation((...input) => {
    const text = Reflect.apply(stringify, JSON, input);
    if (text?.includes(mark)) readHere.push(text);
    return text;
  });
}

/** Returns the beginnings of the texts that the server parsed or wrote. */
const readByServer = () =>
  readHere.filter((text) => !answered.has(text)).map((text) => text.slice(0, 100));

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
  vi.restoreAllMocks();
  await app.close();
  await bot.close();
});

beforeEach(() => {
  vi.restoreAllMocks();
});

function longEvents(): RunEvent[] {
  const input = { kind: 'text' as const, text: 'Hi' };
  const planned = Array.from({ length: steps }, () => ({ input, expected: 'contains “Hi”' }));
  const place = { test: 0, attempt: 1 };
  return [
    { type: 'run.started', at: 1, tests: [{ name: 'Test 1', mode: 'run', steps: planned }] },
    { type: 'test.started', at: 2, ...place },
    ...planned.flatMap((_, step): RunEvent[] => [
      { type: 'step.started', at: 3, ...place, step, sent: 'Hi' },
      {
        type: 'step.finished',
        at: 4,
        ...place,
        step,
        outcome: 'failed',
        verdicts: [],
        reply: {
          text: reply,
          messages: [reply],
          buttons: [],
          attachments: [],
          latencyMs: 1,
          payload: { text: reply },
        },
        failure: { class: 'wrong', code: 'not-matched', message: 'It said something else.' },
      },
    ]),
    { type: 'test.finished', at: 5, ...place, outcome: 'failed' },
  ] as RunEvent[];
}

type Ending = Pick<typeof runTable.$inferInsert, 'status' | 'isComplete'>;

/** Replaces the events of the organization's run with long ones. */
async function makeLong({ status, isComplete }: Ending): Promise<void> {
  const { db } = app.platform;
  const runId = acme.holdings.runId ?? '';
  const events: object[] = longEvents();
  if (isComplete) events.push({ type: 'run.finished', at: 6, status });
  await db.delete(runEvents).where(eq(runEvents.runId, runId));
  await db.delete(sharedRunViews).where(eq(sharedRunViews.runId, runId));
  const rows = events.map((event, index) => ({
    runId,
    firstSeq: index + 1,
    lastSeq: index + 1,
    lines: JSON.stringify(event),
  }));
  await db.insert(runEvents).values(rows);
  await db
    .update(runTable)
    .set({
      status,
      isComplete: isComplete ?? false,
      lastSeq: events.length,
      cancelRequestedAt: null,
      leaseOwner: null,
      leaseExpiresAt: null,
      workersLost: 0,
      attempt: 1,
      // State of a run that has ended but whose failures nobody has requested yet.
      hasFailureRows: false,
      counts: { total: 1, passed: 0, failed: 1, error: 0, unsure: 0, skipped: 0, pending: 0 },
    })
    .where(eq(runTable.id, runId));
  answered = new Set();
  readHere.length = 0;
}

const ended = { status: 'failed', isComplete: true } as const;
const queued = { status: 'queued', isComplete: false } as const;

const called = allEndpoints.filter(
  ({ access, method }) => typeof access === 'object' && method !== 'DELETE',
);

/** Tells if an endpoint is for a single run, which it may change. */
const ofRuns = (endpoint: (typeof called)[number]) => endpoint.path.includes('{runId}');

async function callAll(state: Ending): Promise<string[]> {
  const { owner, key, holdings } = acme;
  const inPool: string[] = [];
  await makeLong(state);
  for (const endpoint of called) {
    if (ofRuns(endpoint)) await makeLong(state);
    const body = validBody(endpoint, holdings);
    const query = validQuery(endpoint);
    const before = await doneInPool();
    const isByKey = typeof endpoint.access === 'object' && 'apiKey' in endpoint.access;
    watchJson();
    const answer = await app.call(endpoint, {
      token: isByKey ? key : owner.token,
      params: holdings as never,
      ...(query && { query: query as never }),
      ...(body !== undefined && { body: body as never }),
    });
    vi.restoreAllMocks();
    answered = new Set([answer.text]);
    expect(readByServer(), nameOf(endpoint)).toEqual([]);
    if (ofRuns(endpoint) && (await doneInPool()) > before) inPool.push(nameOf(endpoint));
  }
  return inPool.map((name) => name.replace(/\/internal.*\{orgId\}/, ''));
}

describe('a long run', () => {
  it('is read elsewhere once it has ended, whatever is asked', async () => {
    expect(await callAll(ended)).toEqual([
      'GET /runs/{runId}/failures',
      'POST /runs/{runId}/overrides',
      'POST /runs/{runId}/reevaluation',
      'GET /api/v1/runs/{runId}/tests',
      'GET /api/v1/runs/{runId}/junit',
      'GET /api/v1/runs/{runId}/failures',
      'POST /api/v1/runs/{runId}/overrides',
    ]);
  }, 240_000);

  it('is read elsewhere while it waits for another worker, whatever is asked', async () => {
    expect(await callAll(queued)).toEqual([
      'POST /runs/{runId}/cancel',
      'GET /api/v1/runs/{runId}/tests',
      'GET /api/v1/runs/{runId}/junit',
      'POST /api/v1/runs/{runId}/cancel',
    ]);
  }, 240_000);

  it('says the same as a short one', async () => {
    const { owner, key, holdings } = acme;
    const params = { runId: holdings.runId ?? '' };
    await makeLong(ended);
    const tests = await app.call(publicApi.readRunTests, { token: key, params });
    expect(tests.body).toMatchObject({
      counts: { failed: 1 },
      items: [{ index: 0, name: 'Test 1', outcome: 'failed', attempt: 1 }],
      nextCursor: null,
    });
    expect(tests.body.items[0]?.interactions).toHaveLength(steps);
    expect(tests.body.items[0]?.interactions[7]).toMatchObject({ sent: 'Hi', reply });
    const junit = await app.call(publicApi.readRunJunit, { token: key, params });
    expect(junit.text).toMatch(/<testsuite [^>]*tests="1" failures="1"/);
    const body = { test: 0, outcome: 'passed' as const, reason: 'Fine as it is.' };
    const overridden = await owner.call(runs.overrideVerdict, { params, body });
    expect(overridden.body).toMatchObject({ status: 'passed', counts: { passed: 1, failed: 0 } });
    const again = await owner.call(runs.overrideVerdict, { params, body });
    expect(again.error?.code).toBe('verdict_not_open');
  });

  it('is shown by its links without being read here', async () => {
    const params = { runId: acme.holdings.runId ?? '' };
    await makeLong(ended);
    const shared = await acme.owner.call(runShares.shareRun, { params, body: { days: 1 } });
    const token = new URL(shared.body.url).hash.slice(1);
    for (const time of ['first', 'again']) {
      readHere.length = 0;
      watchJson();
      const opened = await app.call(runShares.readSharedRun, { body: { token } });
      vi.restoreAllMocks();
      answered = new Set([opened.text]);
      expect(opened.body).toMatchObject({ isShortened: true, counts: { failed: 1 } });
      expect(Object.keys(opened.body)).toContain('expiresAt');
      expect(readByServer(), time).toEqual([]);
    }
  });

  it('is sent without being read here though one of its events is larger than a page', async () => {
    const { owner, key, holdings, tenant } = acme;
    const { db, pool } = app.platform;
    const runId = holdings.runId ?? '';
    await makeLong(ended);
    const [large] = longEvents().filter(({ type }) => type === 'step.finished');
    const line = JSON.stringify(large).replaceAll(reply, reply.repeat(40));
    await db.update(runEvents).set({ lines: line }).where(eq(runEvents.firstSeq, 4));
    const calls = [
      () => owner.call(runs.listRunEvents, { params: { runId }, query: { after: 3, limit: 1 } }),
      () =>
        app.call(publicApi.readRunEvents, {
          token: key,
          params: { runId },
          query: { after: 3, limit: 1 },
        }),
    ];
    for (const call of calls) {
      watchJson();
      const answer = await call();
      vi.restoreAllMocks();
      expect(answer.text.length).toBeGreaterThan(4_000_000);
      answered = new Set([answer.text]);
      expect(readByServer()).toEqual([]);
    }
    watchJson();
    const { organizationId } = tenant;
    const page = await openRunPages(db, pool).next({ organizationId, runId, after: 3 });
    vi.restoreAllMocks();
    expect(page?.message.length).toBeGreaterThan(4_000_000);
    expect(readByServer()).toEqual([]);
  });

  it('continues on another worker without being read here', async () => {
    const { db } = app.platform;
    const runId = acme.holdings.runId ?? '';
    await makeLong({ status: 'running' });
    const lost = { leaseOwner: 'gone', leaseExpiresAt: sql`now()` };
    await db.update(runTable).set(lost).where(eq(runTable.id, runId));
    const before = await doneInPool();
    watchJson();
    const worker = await startRunWorker(
      app.platform,
      createOrganizationEgress(app.platform.config, [bot.address]),
    );
    expect((await untilEnded(acme.owner, runId)).status).toBe('failed');
    vi.restoreAllMocks();
    await worker.close();
    expect(readByServer()).toEqual([]);
    expect(await doneInPool()).toBeGreaterThan(before);
  });

  it('is ended without being read here when its workers were lost or came too late', async () => {
    const { db } = app.platform;
    const runId = acme.holdings.runId ?? '';
    await makeLong({ status: 'running' });
    const lost = { workersLost: 1, leaseOwner: 'gone', leaseExpiresAt: sql`now()` };
    await db.update(runTable).set(lost).where(eq(runTable.id, runId));
    watchJson();
    const worker = await startRunWorker(
      app.platform,
      createOrganizationEgress(app.platform.config, [bot.address]),
    );
    vi.restoreAllMocks();
    expect((await untilEnded(acme.owner, runId)).status).toBe('interrupted');
    await worker.close();
    expect(readByServer()).toEqual([]);
  });
});
