import { setTimeout as sleep } from 'node:timers/promises';
import { loadTests as endpoints } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { emptyHistogram, type LoadSample, noLoad } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  loadSamples,
  loadShares,
  loadTests,
  organizations,
  usageEvents,
} from '../../db/schema/index.ts';
import type { OpenDatabase } from '../../platform/database/db.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import type { LeasedWorker } from '../../platform/leased-work/leased-work.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { type ChaosProxy, startChaosProxy } from '../../test/chaos-proxy.ts';
import { startLoadTest, untilLoad, untilLoadEnded } from '../../test/load-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { untilWaiting } from '../../test/until-waiting.ts';
import {
  claimShare,
  handOverShares,
  renewAndReport,
  shareLease,
  sweepShares,
} from './load-leases.ts';
import { startLoadWorker } from './load-worker.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let suiteId: string;
const workers: LeasedWorker[] = [];

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({
    hasWorker: false,
    settings: {
      PARLEY_LOAD_TARGETS: new URL(bot.url).host,
      PARLEY_LOAD_TESTING_FOR: '*',
    },
  });
  ada = (await createTenant(app, { planId: 'enterprise' })).owner;
  suiteId = await createBotSuite(ada, { botUrl: bot.url, turns: 2 });
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
  await app.platform.db.delete(loadTests);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function startWorker(): Promise<void> {
  workers.push(
    await startLoadWorker(
      app.platform,
      createOrganizationEgress(app.platform.config, [new URL(bot.url).host]),
    ),
  );
}

const profileOf = (users: number, durationS: number) => ({
  profile: { kind: 'steady' as const, users, durationS },
});

function sharesOf(loadTestId: string) {
  return app.platform.db.select().from(loadShares).where(eq(loadShares.loadTestId, loadTestId));
}

const sampleOf = (turns: number): LoadSample => ({
  second: 0,
  active: 1,
  started: 1,
  finished: 0,
  failed: 0,
  turns,
  errors: {},
  latency: emptyHistogram,
  lagMs: 0,
});

/** Returns the number of interactions that were counted for a load test. */
async function countedFor(loadTestId: string): Promise<number> {
  const [row] = await app.platform.db
    .select({ total: sql`coalesce(sum(${usageEvents.quantity}), 0)`.mapWith(Number) })
    .from(usageEvents)
    .where(sql`${usageEvents.source} like ${`load-test:${loadTestId}:%`}`);
  return row?.total ?? 0;
}

/** Simulates a worker that claims a share and is then lost. */
async function claimAndDie(owner: string) {
  const share = await claimShare(app.platform.db, owner);
  if (share === undefined) throw new Error('No share was due');
  await app.platform.db
    .update(loadShares)
    .set({ leaseExpiresAt: sql`now() - interval '1 second'` })
    .where(eq(loadShares.leaseOwner, owner));
  return share;
}

describe('the virtual users of a load test', () => {
  it('are spread over all workers', async () => {
    await startWorker();
    await startWorker();
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(80, 4) });
    const running = await untilLoad(ada, id, ({ workers: at }) => at === 2);
    expect(running.shares).toBe(8);
    expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'passed', workersLost: 0 });
    const params = { loadTestId: id };
    const { body } = await ada.call(endpoints.listLoadPoints, { params });
    expect(Math.max(...body.points.map(({ active }) => active))).toBeLessThanOrEqual(80);
    const samples = await app.platform.db.select().from(loadSamples);
    expect(new Set(samples.map(({ share }) => share)).size).toBe(8);
  });

  it('do not pass if a worker fails with some of them', async () => {
    const egressOf = createOrganizationEgress(app.platform.config, [new URL(bot.url).host]);
    let shares = 0;
    workers.push(
      await startLoadWorker(app.platform, async (scope, pinned) => {
        shares += 1;
        if (shares === 1) throw new Error('The worker fails with its first share.');
        return egressOf(scope, pinned);
      }),
    );
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(80, 2) });
    const ended = await untilLoadEnded(ada, id);
    expect(shares).toBeGreaterThan(1);
    expect(ended).toMatchObject({ status: 'interrupted' });
  });

  it('are stopped when the interactions of their organization are used up, and the report says so', async () => {
    const { owner, organizationId } = await createTenant(app, { planId: 'enterprise' });
    await app.platform.db
      .update(organizations)
      .set({ quotas: { interactions: 100 } })
      .where(eq(organizations.id, organizationId));
    await startWorker();
    const own = await createBotSuite(owner, { botUrl: bot.url });
    const { id } = await startLoadTest(owner, { suiteId: own, ...profileOf(4, 600) });
    expect(await untilLoadEnded(owner, id)).toMatchObject({ status: 'cancelled' });
    const { body } = await owner.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body.incidents).toMatchObject([
      { message: 'The 100 interactions of this month are used up. The test was stopped.' },
    ]);
    expect(body.counts.turns).toBeGreaterThanOrEqual(100);
    expect(await countedFor(id)).toBe(body.counts.turns);
  });

  it('continue on another worker when one is lost, and the report says so', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(20, 6) });
    await claimAndDie('lost');
    await startWorker();
    const ended = await untilLoadEnded(ada, id);
    expect(ended).toMatchObject({ status: 'passed', workersLost: 1 });
    const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body.incidents).toMatchObject([
      { message: expect.stringMatching(/^A worker was lost; a share .* can go on/) },
    ]);
    expect(body.counts.passed).toBeGreaterThan(0);
    expect(await countedFor(id)).toBe(body.counts.turns);
    expect((await sharesOf(id)).map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('are given up if no worker can hold them, and nothing stays running', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(5, 60) });
    const { db, news } = app.platform;
    for (const owner of ['first', 'second', 'third']) {
      await claimAndDie(owner);
      await sweepShares(db, news);
    }
    expect(await untilLoadEnded(ada, id)).toMatchObject({
      status: 'interrupted',
      workersLost: 3,
      summary: null,
    });
    const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body.incidents.map(({ message }) => message)).toEqual([
      expect.stringContaining('can go on'),
      expect.stringContaining('can go on'),
      expect.stringContaining('from here on a share of the virtual users will be missing'),
    ]);
  });

  it('are not given up because workers stopped in order', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(5, 60) });
    const { db, news } = app.platform;
    for (const owner of ['first', 'second', 'third']) {
      await claimShare(db, owner);
      await handOverShares(db, news, owner);
    }
    await claimAndDie('fourth');
    await sweepShares(db, news);
    expect(await sharesOf(id)).toMatchObject([{ status: 'queued', attempt: 4, workersLost: 1 }]);
  });

  it.each([
    { did: 'kept', passed: 9, status: 'interrupted', failures: 0, errors: 1 },
    { did: 'broke', passed: 5, status: 'failed', failures: 1, errors: 0 },
  ])('that $did the thresholds until no worker was left are $status', async (row) => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(5, 60) });
    const { db, news } = app.platform;
    const share = await claimShare(db, 'last');
    if (share === undefined) throw new Error('No share was due');
    const { passed } = row;
    const counts = { ...noLoad.counts, started: 9, passed, failed: 9 - passed, turns: 12 };
    const samples = [0, 1].map((second) => ({ ...sampleOf(6), second }));
    const result = { totals: { ...noLoad, counts }, failures: [] };
    await renewAndReport(db, 'last', [{ ...share, samples, result, isDone: false }]);
    await handOverShares(db, news, 'last');
    await db
      .update(loadTests)
      .set({ startsAt: sql`now() - interval '1 hour'` })
      .where(eq(loadTests.id, id));
    await sweepShares(db, news);

    const params = { loadTestId: id };
    const { body: ended } = await ada.call(endpoints.getLoadTest, { params });
    expect(ended).toMatchObject({ status: row.status, summary: { conversations: 9, turns: 12 } });
    const { body: report } = await ada.call(endpoints.getLoadReport, { params });
    expect(report.turnsPerSecond).toBe(6);
    expect(report.incidents.at(-1)).toEqual({
      second: 60,
      message: 'When its time was over, no worker held a share of the virtual users.',
    });
    const query = { format: 'junit' as const };
    const { text } = await ada.call(endpoints.exportLoadTest, { params, query });
    expect(text).toContain(`failures="${row.failures}" errors="${row.errors}"`);
  });

  it('are counted once, even if a worker reports a second twice', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(5, 60) });
    const { db } = app.platform;
    const share = await claimShare(db, 'worker');
    if (share === undefined) throw new Error('No share was due');
    const told = { ...share, samples: [sampleOf(9)], isDone: false };
    await renewAndReport(db, 'worker', [told]);
    await renewAndReport(db, 'worker', [told]);
    expect(await countedFor(id)).toBe(9);
  });

  it('are renewed part by part, as reported by their worker', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(20, 60) });
    const { db, news } = app.platform;
    const told = await claimAndDie('worker');
    await claimAndDie('worker');
    await renewAndReport(db, 'worker', [{ ...told, samples: [], isDone: false }]);
    await sweepShares(db, news);
    const shares = await sharesOf(id);
    expect(shares.map(({ share, status }) => [share, status]).sort()).toEqual([
      [0, 'running'],
      [1, 'queued'],
    ]);
  });

  it('take no more news from a lost worker', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(5, 60) });
    const { db, news } = app.platform;
    const zombie = await claimAndDie('zombie');
    await sweepShares(db, news);
    await claimShare(db, 'successor');
    const samples = [sampleOf(9)];
    const late = { ...zombie, samples, result: { totals: noLoad, failures: [] }, isDone: true };
    expect(await renewAndReport(db, 'zombie', [late])).toEqual([]);
    expect(await countedFor(id)).toBe(0);
    expect(await sharesOf(id)).toMatchObject([{ status: 'running', leaseOwner: 'successor' }]);
  });

  it('are handed over by a worker that stops in order', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(5, 600) });
    await startWorker();
    await untilLoad(ada, id, ({ status }) => status === 'running');
    await workers.shift()?.close();
    expect(await sharesOf(id)).toMatchObject([{ status: 'queued', leaseOwner: null }]);
    const { body } = await ada.call(endpoints.stopLoadTest, { params: { loadTestId: id } });
    expect(body.status).toBe('cancelled');
    const { body: report } = await ada.call(endpoints.getLoadReport, {
      params: { loadTestId: id },
    });
    expect(report.incidents[0]?.message).toBe(
      'A worker was stopped; a share of the virtual users can go on with another worker.',
    );
  });

  it('are over when the time of their test has passed', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(20, 5) });
    const { db, news } = app.platform;
    await claimAndDie('gone');
    await db
      .update(loadTests)
      .set({ startsAt: sql`now() - interval '1 minute'` })
      .where(eq(loadTests.id, id));
    await sweepShares(db, news);
    await sweepShares(db, news);
    expect((await sharesOf(id)).map(({ status }) => status)).toEqual(['lost', 'lost']);
    expect((await untilLoadEnded(ada, id)).status).toBe('interrupted');
  });
});

describe.runIf(process.env.PARLEY_TEST_DATABASE_URL)('while the database is away', () => {
  let proxy: ChaosProxy;
  let database: OpenDatabase;

  beforeAll(async () => {
    const url = new URL(app.platform.config.databaseUrl ?? '');
    proxy = await startChaosProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.host = `127.0.0.1:${proxy.port}`;
    database = await openDatabase(
      { ...app.platform.config, databaseUrl: url.href },
      app.platform.log,
    );
  });

  afterAll(async () => {
    await proxy.close();
    await database.close();
  });

  it('for longer than a lease, parts are dropped, and continue afterwards with a gap', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(5, 24) });
    const platform = { ...app.platform, db: database.db };
    workers.push(
      await startLoadWorker(
        platform,
        createOrganizationEgress(app.platform.config, [new URL(bot.url).host]),
      ),
    );
    await untilLoad(ada, id, ({ status }) => status === 'running');
    proxy.set('refuse');
    await sleep(shareLease.ms + 3000);
    // The worker's next write, once the database is back, comes before the sweep.
    await app.platform.db
      .update(loadShares)
      .set({ leaseExpiresAt: sql`now() + interval '3 seconds'` });
    proxy.set('through');
    expect(await untilLoadEnded(ada, id)).toMatchObject({ status: 'passed', workersLost: 1 });
    const { body } = await ada.call(endpoints.getLoadReport, { params: { loadTestId: id } });
    expect(body.incidents).toMatchObject([{ message: expect.stringContaining('can go on') }]);
    const samples = await app.platform.db.select().from(loadSamples);
    expect(Math.max(...samples.map(({ second }) => second))).toBeGreaterThan(20);
  }, 60_000);
});

describe.runIf(process.env.PARLEY_TEST_DATABASE_URL)('a load test that is stopped', () => {
  it('and a worker that takes a share of it at this moment do not wait for each other', async () => {
    const { id } = await startLoadTest(ada, { suiteId, ...profileOf(20, 6) });
    const stop = () => ada.call(endpoints.stopLoadTest, { params: { loadTestId: id } });
    let stopped: ReturnType<typeof stop> | undefined;
    await app.platform.db.transaction(async (worker) => {
      await worker.execute(
        sql`update load_shares set status = 'running' where load_test_id = ${id} and share = 0`,
      );
      stopped = stop();
      await untilWaiting(app.platform.db, 'update "load_shares"');
      await worker.execute(sql`update load_tests set status = 'running' where id = ${id}`);
    });
    expect((await stopped)?.status).toBe(202);
    const shares = await sharesOf(id);
    expect(shares.map(({ status }) => status).sort()).toEqual(['lost', 'running']);
  });
});
