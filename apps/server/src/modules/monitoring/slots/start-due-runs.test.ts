import { devices } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alerts,
  monitorSlots,
  monitors,
  organizations,
  runQueue,
  runs,
  suites,
  usageEvents,
} from '../../../db/schema/index.ts';
import { ownerDatabase } from '../../../platform/database/organization-database.ts';
import { newId } from '../../../platform/security/ids.ts';
import { timeInWords } from '../../../platform/time/time-in-words.ts';
import { createBotSuite } from '../../../test/bot-suite.ts';
import { letAnHourPass, slotsOf } from '../../../test/monitor-slots.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { visitor } from '../../../test/valid-requests.ts';
import { sentencesOf, webhookBody } from '../alerts/alert-message.ts';
import { factsOf } from '../alerts/deliver-alerts.ts';
import { selectDue } from '../schedule/monitoring.queries.ts';
import { judgeSlots } from './judge-slots.ts';
import { startDueRuns } from './start-due-runs.ts';

let app: TestApp;

beforeEach(async () => {
  // No worker executes runs: these tests only check that runs are queued.
  app = await startTestApp({ hasWorker: false });
});

afterEach(() => app.close());

/** Creates an organization with monitored suites that no worker has planned yet, and returns its owner. */
async function createMonitored(count: number, planId: string): Promise<Member> {
  const { db } = app.platform;
  const { owner } = await createTenant(app, { planId, subscriptionStatus: 'enabled' });
  const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
  const [suite] = await db.select().from(suites).where(eq(suites.id, suiteId));
  if (suite === undefined) throw new Error('There is no such suite');
  const { searchName: _, ...content } = suite;
  await db.insert(suites).values(
    Array.from({ length: count }, (_, index) => ({
      ...content,
      id: newId(),
      name: `Monitored ${index}`,
      isMonitoring: true,
    })),
  );
  return owner;
}

async function outcomes(): Promise<Record<string, number>> {
  const slots = await app.platform.db.select().from(monitorSlots);
  const counts: Record<string, number> = {};
  for (const { outcome, result } of slots)
    counts[`${outcome} ${result}`] = (counts[`${outcome} ${result}`] ?? 0) + 1;
  return counts;
}

describe('hundreds of monitors that are due at once', () => {
  it('are run once each, however many workers look', async () => {
    for (const planId of ['enterprise', 'contact-centers']) await createMonitored(120, planId);
    const { db } = app.platform;
    await Promise.all([1, 2, 3].map(() => startDueRuns(app.platform)));
    // Start the slots that one worker skipped because another one had locked them.
    await startDueRuns(app.platform);
    await startDueRuns(app.platform);
    // On a slow machine, one of them may have become due again by now; its run then stands for both slots.
    const slots = await db.select().from(monitorSlots).where(eq(monitorSlots.outcome, 'run'));
    const started = await db.select().from(runs);
    expect(slots).toHaveLength(240);
    expect(await outcomes()).toMatchObject({ 'run null': 240 });
    expect(new Set(slots.map(({ runId }) => runId))).toEqual(new Set(started.map(({ id }) => id)));
    expect(started).toHaveLength(slots.length);

    await db.update(runs).set({ status: 'passed', isComplete: true });
    await Promise.all([1, 2, 3].map(() => judgeSlots(app.platform)));
    await judgeSlots(app.platform);
    expect(await outcomes()).toMatchObject({ 'run passed': 240 });
  });

  it.skipIf(!process.env.PARLEY_TEST_DATABASE_URL)(
    'are found by an index among thousands that are not due',
    async () => {
      const { db } = app.platform;
      await createMonitored(3000, 'enterprise');
      await db.execute(sql`
      insert into ${monitors} (suite_id, organization_id, next_at, planned_at)
      select id, organization_id, now() + interval '1 hour', now() from ${suites}`);
      await ownerDatabase(db).execute(sql`analyze ${monitors}`);
      await ownerDatabase(db).execute(sql`analyze ${suites}`);
      const claim = selectDue({ which: 'due', limit: 100 });
      const { rows } = await db.execute<Record<string, string>>(sql`explain ${claim}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Cond: \(next_at <= now\(\)\)/);
      expect(plan).not.toMatch(/Seq Scan on (monitors|suites)/);
    },
  );

  it('share what is left of a quota', async () => {
    const { db } = app.platform;
    const { organizationId } = await createMonitored(5, 'trial');
    await db
      .insert(usageEvents)
      .values({ organizationId, kind: 'interactions', source: 'run:earlier', quantity: 9997 });
    await startDueRuns(app.platform);
    expect(await outcomes()).toEqual({ 'run null': 3, 'refused ignored': 2 });
    expect(await db.$count(runs)).toBe(3);
  });

  it.skipIf(!process.env.PARLEY_TEST_DATABASE_URL)(
    'are looked at while one of their organizations starts runs itself',
    async () => {
      const { db } = app.platform;
      const { organizationId: busy } = await createMonitored(2, 'enterprise');
      await createMonitored(3, 'enterprise');
      await db.transaction(async (tx) => {
        await tx.execute(sql`select from organizations where id = ${busy} for no key update`);
        await startDueRuns(app.platform);
        expect(await db.$count(runs)).toBe(3);
      });
      await startDueRuns(app.platform);
      expect(await db.$count(runs)).toBe(5);
    },
  );
});

describe('a run that is still queued when the next is due', () => {
  /** Queues the first run of an organization's only monitor. */
  async function queueFirst() {
    const { db } = app.platform;
    const owner = await createMonitored(1, 'enterprise');
    await startDueRuns(app.platform);
    const [first] = await db.select().from(runs);
    if (first?.suiteId == null) throw new Error('Nothing was queued');
    return { ...first, suiteId: first.suiteId, owner };
  }

  async function fallDue(suiteId: string): Promise<void> {
    await letAnHourPass(app.platform.db, suiteId);
    await startDueRuns(app.platform);
  }

  it('represents the new time, in its place in the queue, and the old slot says so', async () => {
    const { db } = app.platform;
    const first = await queueFirst();
    const [before] = await db.select().from(runQueue);
    await fallDue(first.suiteId);
    expect(await db.select({ id: runs.id }).from(runs)).toEqual([{ id: first.id }]);
    expect(await db.select().from(runQueue)).toEqual([before]);
    expect(await slotsOf(app.platform.db, first.suiteId)).toMatchObject([
      {
        outcome: 'missed',
        runId: null,
        result: 'ignored',
        reason: expect.stringMatching(
          /^Its run was still waiting in the queue when the next was due, at \d{4}-\d\d-\d\d \d\d:\d\d UTC, and stands for that\.$/,
        ),
      },
      { outcome: 'run', runId: first.id, result: null },
    ]);
  });

  it('appears in its alert with all the times that it represents', async () => {
    const { db } = app.platform;
    const first = await queueFirst();
    await fallDue(first.suiteId);
    await fallDue(first.suiteId);
    const [oldest, , newest] = await slotsOf(app.platform.db, first.suiteId);
    await db.update(runs).set({ status: 'failed', isComplete: true });
    await judgeSlots(app.platform);
    const [alert] = await db.select().from(alerts).where(eq(alerts.suiteId, first.suiteId));
    if (!alert) throw new Error('There is no alert');
    const delivery = { id: 'd', kind: 'opened', createdAt: new Date() } as never;
    const facts = factsOf('http://parley.test', delivery, alert, {
      runNumber: null,
      isMonitored: true,
    });
    const times = [newest, oldest].map((slot) => timeInWords(slot?.slot ?? new Date(0)));
    expect(sentencesOf(facts)).toContain(
      `The run that was due at ${times[0]} also stands for the times since ${times[1]}: it was waiting in the queue.`,
    );
    expect(webhookBody(facts).data.replacedSince).toBe(oldest?.slot.toISOString());
  });

  it('is evaluated once, for the time that it represents', async () => {
    const { db } = app.platform;
    const first = await queueFirst();
    await fallDue(first.suiteId);
    await db.update(runs).set({ status: 'failed', isComplete: true });
    await judgeSlots(app.platform);
    expect(await outcomes()).toEqual({ 'missed ignored': 1, 'run failed': 1 });
  });

  it('says and does what the suite says and does by then', async () => {
    const { db } = app.platform;
    const first = await queueFirst();
    const [suite] = await db.select().from(suites).where(eq(suites.id, first.suiteId));
    const source = suite?.source.replace('- test: ', '- test: Renamed ') ?? '';
    const created = await first.owner.call(devices.createDevice, { body: visitor('Ada') });
    const device = created.body.id;
    await db
      .update(suites)
      .set({ source, version: 7, deviceId: device, name: 'Opening hours, new' })
      .where(eq(suites.id, first.suiteId));
    await fallDue(first.suiteId);
    expect(await db.select().from(runs)).toMatchObject([
      { id: first.id, source, suiteRevision: 7, deviceId: device, suiteName: 'Opening hours, new' },
    ]);
    expect(await db.select().from(runQueue)).toMatchObject([
      { runId: first.id, lane: `device:${device}`, deviceId: device },
    ]);
  });

  it('stays unchanged if the suite can no longer be run', async () => {
    const { db } = app.platform;
    const first = await queueFirst();
    await db.update(suites).set({ source: 'nothing' }).where(eq(suites.id, first.suiteId));
    await fallDue(first.suiteId);
    expect(await db.select().from(runs)).toMatchObject([{ id: first.id, source: first.source }]);
    expect(await outcomes()).toEqual({ 'run null': 1, 'refused failed': 1 });
  });

  it('needs no second helping of a quota', async () => {
    const { db } = app.platform;
    const first = await queueFirst();
    await db
      .update(organizations)
      .set({ quotas: { interactions: first.plannedInteractions } })
      .where(eq(organizations.id, first.organizationId));
    await fallDue(first.suiteId);
    expect(await outcomes()).toEqual({ 'missed ignored': 1, 'run null': 1 });
  });

  it.each([
    ['was started by hand', { trigger: 'manual' as const }],
    ['is under way', { status: 'running' as const }],
    ['was put back by a worker that stopped', { attempt: 1 }],
    ['is about to be cancelled', { cancelRequestedAt: new Date() }],
  ])('is left alone when it %s', async (_, change) => {
    const { db } = app.platform;
    const first = await queueFirst();
    await db.update(runs).set(change);
    await fallDue(first.suiteId);
    expect(await db.$count(runs)).toBe(2);
    expect(await outcomes()).toEqual({ 'run null': 2 });
  });

  it('is left alone when it is a second attempt: what the first found is not forgotten', async () => {
    const { db } = app.platform;
    const first = await queueFirst();
    await db.update(monitorSlots).set({ retriesUsed: 1 });
    await fallDue(first.suiteId);
    expect(await db.$count(runs)).toBe(2);
    expect(await outcomes()).toEqual({ 'run null': 2 });
  });
});

it('a monitor that was paused before a worker saw it starts after the pause', async () => {
  const { db } = app.platform;
  const { organizationId } = await createMonitored(1, 'enterprise');
  await db.execute(sql`
    insert into monitors (suite_id, organization_id, paused_until)
    select id, organization_id, now() + interval '1 hour' from suites
    where organization_id = ${organizationId} and is_monitoring`);
  await startDueRuns(app.platform);
  expect(await outcomes()).toEqual({ 'skipped ignored': 1 });
  const [monitor] = await db.select().from(monitors);
  expect(monitor?.nextAt).not.toBeNull();
});
