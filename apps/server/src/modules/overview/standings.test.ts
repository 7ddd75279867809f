/** What pages say of a suite follows from its runs at the time of reading, whatever has been read before. */
import { overview, suites as suiteEndpoints } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  devices,
  runs,
  suiteStandingChanges,
  suiteStandings,
  testResults,
} from '../../db/schema/index.ts';
import type { Database } from '../../platform/database/db.ts';
import { inTransaction, workScope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { newId } from '../../platform/security/ids.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { createTenant, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { computeStandings } from './compute-standings.ts';
import { refreshAllStandings } from './refresh-standings.ts';
import { takeOutdated } from './standings.queries.ts';

let app: TestApp;
let acme: Tenant;
let suiteId: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
}, 120_000);

beforeEach(async () => {
  acme = await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });
  suiteId = await createBotSuite(acme.owner, { botUrl: 'https://bot.example/message' });
});

afterAll(() => app.close());

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);

const noCounts = { total: 1, passed: 0, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 0 };

type Run = Partial<typeof runs.$inferInsert>;

/** Adds a run that ended ten hours ago. */
async function end(run: Run = {}, db: Database = app.platform.db): Promise<string> {
  const at = run.createdAt ?? ago(10);
  const outcome = run.status === 'failed' ? 'failed' : 'passed';
  const id = newId();
  await db.transaction(async (tx) => {
    await tx.insert(runs).values({
      id,
      organizationId: acme.organizationId,
      suiteId,
      suiteName: 'Hours',
      projectName: 'Bank',
      platform: 'webchat',
      source: '',
      trigger: 'manual',
      status: 'passed',
      counts: { ...noCounts, [outcome]: 1 },
      createdAt: at,
      startedAt: at,
      finishedAt: at,
      isComplete: true,
      ...run,
    });
    await tx.insert(testResults).values({
      runId: id,
      test: 0,
      organizationId: acme.organizationId,
      suiteId,
      name: 'Hours',
      at,
      outcome,
      failureClass: outcome === 'failed' ? 'wrong' : null,
      attempt: 1,
      isQuarantined: false,
      steps: [],
    });
  });
  return id;
}

/** Reads the state and the statuses of the last runs, oldest first. */
async function standing(): Promise<string> {
  const { body, text } = await acme.owner.call(overview.listSuiteStandings, { query: {} });
  const { state, runs: strip } = found(body.items?.[0] ?? fail(text));
  return [state, ...strip.map(({ status }) => status)].join(' ');
}

function fail(text: string): never {
  throw new Error(text);
}

it('follows a run that ends', async () => {
  expect(await standing()).toBe('unknown');
  await end();
  expect(await standing()).toBe('passed passed');
  await end({ status: 'failed', createdAt: ago(9) });
  expect(await standing()).toBe('failed passed failed');
});

it('follows a run that was there before it ended', async () => {
  await end();
  const runId = await end({ status: 'failed', createdAt: ago(9), isComplete: false });
  expect(await standing()).toBe('passed passed');
  await set(runId, { isComplete: true });
  expect(await standing()).toBe('failed passed failed');
});

it.each<[string, Run, string]>([
  ['that is overridden', { overriddenAt: new Date() }, 'doubtful passed'],
  ['that its monitor retried', { isRepeated: true }, 'unknown'],
  ['of which only some tests turn out to be selected', { selectedTests: ['A'] }, 'unknown passed'],
  ['whose suite is gone', { suiteId: null }, 'unknown'],
  ['that moves to a time long ago', { createdAt: ago(400) }, 'unknown'],
])('follows a run %s', async (_, change, expected) => {
  const runId = await end();
  expect(await standing()).toBe('passed passed');
  await set(runId, change);
  expect(await standing()).toBe(expected);
});

it('follows runs that are removed', async () => {
  await end({ status: 'failed' });
  const newest = await end({ createdAt: ago(9) });
  expect(await standing()).toBe('passed failed passed');
  await app.platform.db.delete(runs).where(eq(runs.id, newest));
  expect(await standing()).toBe('failed failed');
});

it('counts runs with a deleted device as runs without one', async () => {
  const { organizationId } = acme;
  const id = newId();
  const settings = {} as (typeof devices.$inferInsert)['settings'];
  await app.platform.db.insert(devices).values({
    id,
    organizationId,
    name: 'One',
    platform: 'webchat',
    locale: 'en',
    concurrencyLimit: 1,
    settings,
  });
  await end({ status: 'failed', deviceId: id });
  await end({ createdAt: ago(9) });
  expect(await standing()).toBe('failed failed passed');
  await app.platform.db.delete(devices).where(eq(devices.id, id));
  expect(await standing()).toBe('passed failed passed');
});

it('forgets a run when it is two weeks old, without anybody writing anything', async () => {
  const almost = 14 * 24 - 2 / 3600;
  await end({ createdAt: ago(almost) });
  expect(await standing()).toBe('passed passed');
  await expect.poll(standing, { timeout: 10_000 }).toBe('unknown');
});

it('compares with another run when that is a day old', async () => {
  const changes = async () =>
    (await acme.owner.call(overview.getOverview)).body.changes.map(({ kind }) => kind);
  await end({ createdAt: ago(30) });
  await end({ status: 'failed', createdAt: ago(24 - 2 / 3600) });
  await end({ status: 'failed', createdAt: ago(1) });
  expect(await changes()).toEqual(['broke']);
  await expect.poll(changes, { timeout: 10_000 }).toEqual([]);
});

// The embedded database runs one transaction at a time.
it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
  'knows a run once it is committed, even if later ones were known before',
  async () => {
    await end();
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>();
    const open = app.platform.db.transaction(async (tx) => {
      await end({ status: 'failed', createdAt: ago(1) }, tx);
      await isRead;
    });
    await end({ createdAt: ago(2) });
    expect(await standing()).toBe('passed passed passed');
    goOn();
    await open;
    expect(await standing()).toBe('failed passed passed failed');
  },
);

it('never keeps a state that misses a run, however many read while runs end', async () => {
  await end();
  const reading = Promise.all(Array.from({ length: 6 }, standing));
  const ending = Promise.all(
    Array.from({ length: 10 }, (_, n) => end({ createdAt: ago(9 - n / 100) })),
  );
  await Promise.all([reading, ending]);
  await end({ status: 'failed', createdAt: ago(1) });
  expect((await standing()).split(' ').slice(0, 1)).toEqual(['failed']);
  expect((await standing()).split(' ')).toHaveLength(13);
});

it('takes up a change again if the computation is lost', async () => {
  await end();
  const scope = workScope(app.platform.db, acme.organizationId);
  const mark = { lastChange: String(Number.MAX_SAFE_INTEGER), at: new Date().toISOString() };
  await inTransaction(scope, async (tx) => {
    expect(await takeOutdated(tx, mark)).toEqual([suiteId]);
    throw new Error('The server stops.');
  }).catch(() => {});
  expect(await standing()).toBe('passed passed');
});

it('is computed by a job, also for organizations that nobody reads', async () => {
  await end();
  await refreshAllStandings(app.platform.db, AbortSignal.timeout(20_000));
  expect(await stored()).toMatchObject([{ state: 'passed', environment: null }]);
});

it('is gone with the suite, of which no change remains noted', async () => {
  await end();
  await standing();
  await acme.owner.call(suiteEndpoints.deleteSuite, { params: { suiteId } });
  expect(await stored()).toEqual([]);
  await refreshAllStandings(app.platform.db, AbortSignal.timeout(20_000));
  const noted = await app.platform.db
    .select()
    .from(suiteStandingChanges)
    .where(eq(suiteStandingChanges.organizationId, acme.organizationId));
  expect(noted).toEqual([]);
});

it('is what the runs say, in each environment', async () => {
  await end({ environment: 'staging', status: 'failed' });
  await end({ environment: 'production', createdAt: ago(9) });
  await end({ environment: 'staging', createdAt: ago(8) });
  await standing();
  const scope = workScope(app.platform.db, acme.organizationId);
  const computed = await computeStandings(scope, [suiteId]);
  expect(computed.map(({ environment }) => environment)).toEqual(['staging', 'production']);
  expect(await stored()).toEqual(
    computed.map((row) => ({ ...row, organizationId: acme.organizationId })),
  );
});

async function set(runId: string, change: Run): Promise<void> {
  await app.platform.db.update(runs).set(change).where(eq(runs.id, runId));
}

const stored = () =>
  app.platform.db
    .select()
    .from(suiteStandings)
    .where(eq(suiteStandings.suiteId, suiteId))
    .orderBy(suiteStandings.place);
