import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { monitorSlots, monitors, runs, suites, usageEvents } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { judgeSlots } from './judge-slots.ts';
import { startDueRuns } from './start-due-runs.ts';

let app: TestApp;

beforeEach(async () => {
  // Nobody carries runs out here: what is looked at is that they are queued.
  app = await startTestApp({ hasWorker: false });
});

afterEach(() => app.close());

/** Suites of a new organization that are monitored, and that no worker has seen yet. */
async function createMonitored(count: number, planId: string): Promise<string> {
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
  return owner.organizationId;
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
    // What a worker left to another that held it.
    await startDueRuns(app.platform);
    await startDueRuns(app.platform);
    const slots = await db.select().from(monitorSlots);
    const started = await db.select().from(runs);
    // On a slow machine one of them may have been due a second time by now, which is another slot.
    expect(new Set(slots.map(({ suiteId }) => suiteId)).size).toBe(240);
    expect(await outcomes()).toEqual({ 'run null': slots.length });
    expect(new Set(slots.map(({ runId }) => runId))).toEqual(new Set(started.map(({ id }) => id)));
    expect(started).toHaveLength(slots.length);

    await db.update(runs).set({ status: 'passed', isComplete: true });
    await Promise.all([1, 2, 3].map(() => judgeSlots(app.platform)));
    await judgeSlots(app.platform);
    expect(await outcomes()).toEqual({ 'run passed': slots.length });
  });

  it('share what is left of a quota', async () => {
    const { db } = app.platform;
    const organizationId = await createMonitored(5, 'trial');
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
      const busy = await createMonitored(2, 'enterprise');
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

it('a monitor that was paused before a worker saw it begins when the pause is over', async () => {
  const { db } = app.platform;
  const organizationId = await createMonitored(1, 'enterprise');
  await db.execute(sql`
    insert into monitors (suite_id, organization_id, paused_until)
    select id, organization_id, now() + interval '1 hour' from suites
    where organization_id = ${organizationId} and is_monitoring`);
  await startDueRuns(app.platform);
  expect(await outcomes()).toEqual({ 'skipped ignored': 1 });
  const [monitor] = await db.select().from(monitors);
  expect(monitor?.nextAt).not.toBeNull();
});
