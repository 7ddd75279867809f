import {
  account,
  alerts as alertsContract,
  runs as runsContract,
  suites as suitesContract,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  alerts,
  domainEvents,
  monitorSlots,
  outboxMails,
  runEvents,
  runFailures,
  runs,
  suites,
} from '../../../db/schema/index.ts';
import { organizationTopic } from '../../../platform/live/news.ts';
import { consumeDue } from '../../../platform/outbox/domain-events.ts';
import { createBotSuite, startRun } from '../../../test/bot-suite.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { runsConsumers } from '../../runs/runs.ts';
import { sweepExpired } from '../../runs/work/leases.ts';
import { monitoringConsumers } from '../start-monitoring.ts';
import { judgeSlots } from './judge-slots.ts';
import { startDueRuns } from './start-due-runs.ts';

/** An event that is too long to be read on the event loop. */
const long = JSON.stringify({
  type: 'run.started',
  at: 1,
  tests: [],
  padding: 'x'.repeat(200_000),
});

describe('the end of a monitored run', () => {
  let app: TestApp;

  beforeAll(async () => {
    // No worker executes runs, and only the tests evaluate them.
    app = await startTestApp({ hasWorker: false });
  });

  afterAll(() => app.close());

  /** Creates a monitored suite whose run is queued. */
  async function monitored(config: object = {}) {
    const { db } = app.platform;
    const { owner } = await createTenant(app, {
      planId: 'enterprise',
      subscriptionStatus: 'enabled',
    });
    const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
    await owner.call(suitesContract.setMonitoring, {
      params: { suiteId },
      body: { isMonitoring: true },
    });
    await db
      .update(suites)
      .set({
        monitoringConfig: sql`coalesce(monitoring_config, '{}') || ${JSON.stringify(config)}::jsonb`,
      })
      .where(eq(suites.id, suiteId));
    await startDueRuns(app.platform);
    const [run] = await db.select().from(runs).where(eq(runs.suiteId, suiteId));
    if (run === undefined) throw new Error('Nothing was queued');
    return { owner, suiteId, runId: run.id };
  }

  type Monitored = Awaited<ReturnType<typeof monitored>>;

  const cancel = ({ owner, runId }: Monitored) =>
    owner.call(runsContract.cancelRun, { params: { runId } });

  /** Ends the run as interrupted, after two workers in a row were lost. */
  async function interrupt({ runId }: Monitored): Promise<void> {
    const { db } = app.platform;
    await db
      .update(runs)
      .set({ status: 'running', startedAt: sql`now()`, leaseExpiresAt: sql`now()`, workersLost: 1 })
      .where(eq(runs.id, runId));
    await sweepExpired(app.platform);
  }

  const consume = () => {
    const { db, log } = app.platform;
    const consumers = [...runsConsumers(app.platform), ...monitoringConsumers(app.platform)];
    return consumeDue({ db, log, consumers, stopping: new AbortController().signal });
  };

  const slotOf = async ({ suiteId }: Monitored) =>
    (await app.platform.db.select().from(monitorSlots).where(eq(monitorSlots.suiteId, suiteId)))[0];

  const endOfRun = eq(domainEvents.type, 'run.finished');

  const eventsLeft = () => app.platform.db.$count(domainEvents, endOfRun);

  it('is that of as many tries as the schedule says, also when it is retried', async () => {
    const repeat = { passRate: 0.9, tolerate: 0.7, maxTries: 40 };
    const suite = await monitored({ repeat, retries: 1 });
    const runsOf = () => app.platform.db.select().from(runs).where(eq(runs.suiteId, suite.suiteId));
    expect(await runsOf()).toMatchObject([{ repeat }]);
    await interrupt(suite);
    await consume();
    expect(await slotOf(suite)).toMatchObject({ retriesUsed: 1, result: null });
    expect((await runsOf()).map((run) => run.repeat)).toEqual([repeat, repeat]);
  });

  it.each([
    ['says nothing', {}],
    ['has tries of another release', { repeat: { maxTries: 'many' } }],
  ])('is that of as many tries as the suite says where the schedule %s', async (_, config) => {
    const { suiteId } = await monitored(config);
    const [run] = await app.platform.db.select().from(runs).where(eq(runs.suiteId, suiteId));
    expect(run?.repeat).toBeNull();
  });

  it('tells open pages that an incident was opened, and nothing if none was', async () => {
    const heard: unknown[] = [];
    const hear = ({ owner }: Monitored) =>
      app.platform.news.subscribe(organizationTopic(owner.organizationId), {
        onNews: (payload) => heard.push(payload),
      });
    const told = { kind: 'changed', part: 'monitoring' };
    const quiet = await monitored({ retries: 0 });
    const stopQuiet = hear(quiet);
    await cancel(quiet);
    await consume();
    expect(heard).not.toContainEqual(told);
    stopQuiet();

    const failing = await monitored({ retries: 0 });
    const stop = hear(failing);
    await interrupt(failing);
    await consume();
    await vi.waitFor(() => expect(heard).toContainEqual(told));
    stop();
  });

  it('is recorded with it, and judged from its event', async () => {
    const suite = await monitored();
    await cancel(suite);
    const [event] = await app.platform.db.select().from(domainEvents).where(endOfRun);
    expect(event).toMatchObject({
      type: 'run.finished',
      organizationId: suite.owner.organizationId,
      payload: { runId: suite.runId, trigger: 'monitor' },
    });
    expect(await slotOf(suite)).toMatchObject({ result: null });
    await consume();
    expect(await slotOf(suite)).toMatchObject({ result: 'ignored' });
    expect(await eventsLeft()).toBe(0);
  });

  it('opens one alert, whoever else looks', async () => {
    const suite = await monitored();
    await interrupt(suite);
    await Promise.all([consume(), judgeSlots(app.platform), consume(), judgeSlots(app.platform)]);
    expect(await slotOf(suite)).toMatchObject({ result: 'failed' });
    expect(await app.platform.db.$count(alerts, eq(alerts.suiteId, suite.suiteId))).toBe(1);
    expect(await eventsLeft()).toBe(0);
  });

  it('opens an alert though the failures of its run cannot be read', async () => {
    const { db, pool } = app.platform;
    const suite = await monitored();
    await interrupt(suite);
    const { runId } = suite;
    await db.insert(runEvents).values({ runId, firstSeq: 1000, lastSeq: 1000, lines: long });
    await db.update(runs).set({ hasFailureRows: false, lastSeq: 1000 }).where(eq(runs.id, runId));
    await db.delete(runFailures).where(eq(runFailures.runId, runId));
    const refused = () => Promise.reject(new Error('The pool has no time'));
    await judgeSlots({ ...app.platform, pool: { ...pool, run: refused } });
    expect(await slotOf(suite)).toMatchObject({
      result: 'failed',
      signatures: [expect.any(String)],
    });
    const [alert] = await db.select().from(alerts).where(eq(alerts.suiteId, suite.suiteId));
    expect(alert?.evidence?.got).toContain('could not be read');
    await consume();
  });

  it('is tried again once, whoever else looks', async () => {
    const suite = await monitored({ retries: 2 });
    await interrupt(suite);
    await Promise.all([consume(), judgeSlots(app.platform), consume(), judgeSlots(app.platform)]);
    expect(await slotOf(suite)).toMatchObject({ result: null, retriesUsed: 1 });
    expect(await app.platform.db.$count(runs, eq(runs.suiteId, suite.suiteId))).toBe(2);
  });

  it('is judged by another worker when the one that had its event died', async () => {
    const { db, log } = app.platform;
    const suite = await monitored();
    await interrupt(suite);
    const [judging] = monitoringConsumers(app.platform);
    if (judging === undefined) throw new Error('Nobody judges');
    // The process dies after it has evaluated the slot, before it could confirm that.
    const dying = new Promise<void>((resolve) => {
      const consumers = [
        {
          ...judging,
          async consume(payloads: unknown[]) {
            await judging.consume(payloads);
            resolve();
            await new Promise(() => {});
          },
        },
      ];
      void consumeDue({ db, log, consumers, stopping: new AbortController().signal });
    });
    await dying;
    expect(await eventsLeft()).toBe(1);
    await db.update(domainEvents).set({ nextAttemptAt: sql`now()` });
    await consume();
    expect(await eventsLeft()).toBe(0);
    expect(await slotOf(suite)).toMatchObject({ result: 'failed' });
    expect(await db.$count(alerts, eq(alerts.suiteId, suite.suiteId))).toBe(1);
  });

  it('is judged once by the sweep where it left no event, as on a server of the release before', async () => {
    const suite = await monitored();
    await interrupt(suite);
    await app.platform.db.delete(domainEvents);
    await consume();
    expect(await slotOf(suite)).toMatchObject({ result: null });
    await judgeSlots(app.platform);
    await judgeSlots(app.platform);
    expect(await slotOf(suite)).toMatchObject({ result: 'failed' });
    expect(await app.platform.db.$count(alerts, eq(alerts.suiteId, suite.suiteId))).toBe(1);
  });
});

describe('a worker', () => {
  let app: TestApp;
  let bot: DemoBot;

  beforeAll(async () => {
    bot = await startDemoBot();
    app = await startTestApp({ reachable: [new URL(bot.url).host] });
  });

  afterAll(async () => {
    await app.close();
    await bot.close();
  });

  const deadline = { timeout: 10_000 };

  async function ended(suiteId: string): Promise<void> {
    const { db } = app.platform;
    const isEnd = and(eq(runs.suiteId, suiteId), eq(runs.isComplete, true));
    await expect.poll(() => db.$count(runs, isEnd), { timeout: 40_000 }).toBe(1);
  }

  it('judges a slot as soon as its run has ended, and opens an alert', async () => {
    const { owner } = await createTenant(app, {
      planId: 'enterprise',
      subscriptionStatus: 'enabled',
    });
    const suiteId = await createBotSuite(owner, { botUrl: bot.url, expected: 'never said' });
    await owner.call(suitesContract.setMonitoring, {
      params: { suiteId },
      body: { isMonitoring: true },
    });
    await ended(suiteId);
    const listed = async () => (await owner.call(alertsContract.listAlerts)).body.length;
    await expect.poll(listed, deadline).toBe(1);
  });

  it('mails the result of a run as soon as it has ended', async () => {
    const { owner } = await createTenant(app);
    await owner.call(account.setMailPreferences, {
      params: { id: owner.userId },
      body: { alerts: true, usage: true, runs: 'always' },
    });
    const suiteId = await createBotSuite(owner, { botUrl: bot.url });
    await startRun(owner, suiteId);
    await ended(suiteId);
    const isTheirs = eq(outboxMails.recipient, owner.email);
    await expect.poll(() => app.platform.db.$count(outboxMails, isTheirs), deadline).toBe(1);
    // Webhooks are handled after the email.
    await expect.poll(() => app.platform.db.$count(domainEvents), deadline).toBe(0);
  });
});
