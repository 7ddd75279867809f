import { devices, monitoring, runs as runEndpoints, suites } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../db/schema/organizations.ts';
import { runs } from '../../../db/schema/runs.ts';
import { createBotSuite, startRun } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let ada: Member;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app)).owner;
});

afterAll(() => app.close());

/** Makes the names of devices unique. */
let devicesMade = 0;

async function createDevice(concurrencyLimit: number): Promise<string> {
  const viewport = { width: 1440, height: 900 };
  const settings = { platform: 'webchat', browser: 'chrome-mac', viewport } as const;
  const name = `Visitor ${++devicesMade}`;
  const body = { name, locale: 'en-US', concurrencyLimit, settings };
  return (await ada.call(devices.createDevice, { body })).body.id;
}

async function suiteOn(deviceId: string, name: string, tests: number): Promise<string> {
  const suiteId = await createBotSuite(ada, { botUrl: 'https://bot.example/message', tests });
  const params = { suiteId };
  await ada.call(suites.updateSuite, { params, body: { name, deviceId } });
  return suiteId;
}

/** Adds a run of the suite that took a minute. */
async function ranForAMinute(suiteId: string): Promise<void> {
  const { id } = await startRun(ada, suiteId);
  await app.platform.db
    .update(runs)
    .set({
      status: 'passed',
      startedAt: sql`now() - interval '61 seconds'`,
      finishedAt: sql`now() - interval '1 second'`,
    })
    .where(eq(runs.id, id));
}

async function calendarOf(deviceId: string, hours = 24) {
  const params = { deviceId };
  const { status, body } = await ada.call(devices.getDeviceCalendar, { params, query: { hours } });
  expect(status).toBe(200);
  return body;
}

const secondsBetween = (from: string | null, to: string | null) =>
  Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000);

describe('the calendar of a device', () => {
  it('is empty at first', async () => {
    expect(await calendarOf(await createDevice(3))).toMatchObject({
      concurrencyLimit: 3,
      runs: [],
      upcoming: [],
      isCutShort: false,
    });
  });

  it('shows what runs, what waits and for how long', async () => {
    const deviceId = await createDevice(2);
    const greeting = await suiteOn(deviceId, 'Greeting', 2);
    await ranForAMinute(greeting);
    const first = await startRun(ada, greeting);
    const second = await startRun(ada, greeting);
    await app.platform.db
      .update(runs)
      .set({ status: 'running', startedAt: sql`now()`, conversationsHeld: 2 })
      .where(eq(runs.id, first.id));
    const calendar = await calendarOf(deviceId);
    expect(calendar.runs).toMatchObject([
      { runId: first.id, status: 'running', conversations: 2, suiteName: 'Greeting' },
      { runId: second.id, status: 'queued', conversations: 2, startedAt: null },
    ]);
    const [running, waiting] = calendar.runs;
    expect(secondsBetween(running?.startedAt ?? null, running?.expectedEnd ?? null)).toBe(60);
    expect(waiting?.expectedStart).toBe(running?.expectedEnd);
    await ada.call(runEndpoints.cancelRun, { params: { runId: second.id } });
    expect((await calendarOf(deviceId)).runs).toHaveLength(1);
  });

  it('promises nothing behind a suite that never ran', async () => {
    const deviceId = await createDevice(1);
    const suiteId = await suiteOn(deviceId, 'New', 1);
    await startRun(ada, suiteId);
    await startRun(ada, suiteId);
    const [first, second] = (await calendarOf(deviceId)).runs;
    expect(first?.expectedStart).not.toBeNull();
    expect(first?.expectedEnd).toBeNull();
    expect(second?.expectedStart).toBeNull();
  });

  it('lists the slots of monitored suites, and names the run that one has to wait for', async () => {
    const deviceId = await createDevice(1);
    const suiteId = await suiteOn(deviceId, 'Monitored', 1);
    await ranForAMinute(suiteId);
    const params = { suiteId };
    const monitoringConfig = { everyMinutes: 5 } as const;
    await ada.call(suites.updateSuite, { params, body: { monitoringConfig } });
    await ada.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    const { now, upcoming } = await calendarOf(deviceId, 1);
    // There are eleven if the hour ends with a slot.
    expect(upcoming.length).toBeGreaterThan(10);
    expect(upcoming[0]).toMatchObject({ suiteName: 'Monitored', behind: null });
    expect(Date.parse(upcoming[0]?.dueAt ?? '')).toBeGreaterThan(Date.parse(now));
    expect(secondsBetween(upcoming[0]?.dueAt ?? '', upcoming[1]?.dueAt ?? '')).toBe(300);

    const endless = await suiteOn(deviceId, 'Endless', 1);
    await startRun(ada, endless);
    const blocked = await calendarOf(deviceId, 1);
    expect(blocked.upcoming[0]).toMatchObject({ behind: 'Endless', expectedStart: null });
  });

  it('leaves out slots that the plan or the subscription will refuse', async () => {
    const deviceId = await createDevice(1);
    const organization = (change: object) =>
      app.platform.db
        .update(organizations)
        .set(change)
        .where(eq(organizations.id, ada.organizationId));
    await organization({ planId: 'enterprise', subscriptionStatus: 'enabled' });
    const configs = { Often: { everyMinutes: 5 as const }, Cron: { cron: '* * * * *' } };
    for (const [name, monitoringConfig] of Object.entries(configs)) {
      const params = { suiteId: await suiteOn(deviceId, name, 1) };
      await ada.call(suites.updateSuite, { params, body: { monitoringConfig } });
      await ada.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    }
    const announced = async () => {
      const { upcoming } = await calendarOf(deviceId, 1);
      return [...new Set(upcoming.map(({ suiteName }) => suiteName))].toSorted();
    };
    expect(await announced()).toEqual(['Cron', 'Often']);
    await organization({ subscriptionStatus: 'trial' });
    expect(await announced()).toEqual(['Often']);
    await organization({ planId: 'startup' });
    expect(await announced()).toEqual([]);
    await organization({ planId: 'trial' });
  });

  it('looks at so many times only, and says so, where a calendar leaves them all out', async () => {
    const deviceId = await createDevice(1);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const window = { kind: 'once', start: at(-1), end: at(3), reason: 'Closed' } as const;
    const { body: calendar } = await ada.call(monitoring.createCalendar, {
      body: { name: 'Closed', timeZone: 'UTC', windows: [window], holidays: [] },
    });
    const monitoringConfig = { cron: '* * * * *', calendarIds: [calendar.id] };
    await app.platform.db
      .update(organizations)
      .set({ subscriptionStatus: 'enabled' })
      .where(eq(organizations.id, ada.organizationId));
    const monitor = async (name: string) => {
      const params = { suiteId: await suiteOn(deviceId, name, 1) };
      await ada.call(suites.updateSuite, { params, body: { monitoringConfig } });
      await ada.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    };
    await monitor('Alone');
    expect(await calendarOf(deviceId, 48)).toMatchObject({ upcoming: [], isCutShort: false });
    await monitor('Second');
    expect(await calendarOf(deviceId, 48)).toMatchObject({ upcoming: [], isCutShort: true });
  });

  it.each([0, 49, 1.5])('refuses to look %s hours ahead', async (hours) => {
    const params = { deviceId: await createDevice(1) };
    const { status } = await ada.call(devices.getDeviceCalendar, { params, query: { hours } });
    expect(status).toBe(400);
  });
});
