import { runs, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monitorSlots, organizations } from '../../db/schema/index.ts';
import { createBotSuite, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { startDueRuns } from './start-due-runs.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function monitoredSuite(): Promise<string> {
  const suiteId = await createBotSuite(ada, { botUrl: bot.url });
  const { status } = await ada.call(suites.setMonitoring, {
    params: { suiteId },
    body: { isMonitoring: true },
  });
  expect(status).toBe(200);
  return suiteId;
}

async function runsOf(suiteId: string) {
  return (await ada.call(runs.listRuns, { query: { suiteId } })).body.items;
}

/** The slots of the suite are moved into the past, as if their time had gone by. */
async function passSlots(suiteId: string): Promise<void> {
  const { db } = app.platform;
  const [used] = await db.select().from(monitorSlots).where(eq(monitorSlots.suiteId, suiteId));
  const earlier = new Date((used?.slot.getTime() ?? 0) - 3_600_000);
  await db.update(monitorSlots).set({ slot: earlier }).where(eq(monitorSlots.suiteId, suiteId));
}

describe('a monitored suite', () => {
  it('is run once per slot, however many look at the clock at once', async () => {
    const suiteId = await monitoredSuite();
    await Promise.all(Array.from({ length: 10 }, () => startDueRuns(app.platform)));
    const [run, ...others] = await runsOf(suiteId);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ trigger: 'monitor', startedBy: null });
    expect(await untilEnded(ada, run?.id ?? '')).toMatchObject({ status: 'passed' });

    await passSlots(suiteId);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(2);
  });

  it('is left alone once its monitoring is off', async () => {
    const suiteId = await monitoredSuite();
    await startDueRuns(app.platform);
    await ada.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: false } });
    await passSlots(suiteId);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(1);
  });

  it('is not run while the subscription is not active', async () => {
    const tenant = (await createTenant(app, { name: 'Lapsed' })).owner;
    const suiteId = await createBotSuite(tenant, { botUrl: bot.url });
    await app.platform.db
      .update(organizations)
      .set({ subscriptionEndsAt: new Date(Date.now() - 1000) })
      .where(eq(organizations.id, tenant.organizationId));
    await tenant.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
    await startDueRuns(app.platform);
    const { body } = await tenant.call(runs.listRuns, { query: { suiteId } });
    expect(body.items).toEqual([]);
  });
});
