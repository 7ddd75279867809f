import { setTimeout as sleep } from 'node:timers/promises';
import { type MonitoringConfig, monitoring, runs, statusPages, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { alerts, monitorSlots, monitors, organizations } from '../../db/schema/index.ts';
import { ownerDatabase } from '../../platform/database/organization-database.ts';
import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { createBotSuite, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { startRunWorker } from '../runs/runs.ts';
import { readSchedule } from '../suites/suites.ts';
import { followStops } from './slots/follow-stops.ts';
import { judgeSlots } from './slots/judge-slots.ts';
import { startDueRuns } from './slots/start-due-runs.ts';

let bot: DemoBot;
let app: TestApp;
let worker: { close(): Promise<void> };
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  // These tests start due runs themselves, and nothing else does.
  app = await startTestApp({ hasWorker: false });
  worker = await startRunWorker(
    app.platform,
    createOrganizationEgress(app.platform.config, [new URL(bot.url).host]),
  );
  ada = (await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' })).owner;
});

afterAll(async () => {
  await worker.close();
  await app.close();
  await bot.close();
});

async function monitoredSuite(
  config: MonitoringConfig = {},
  member = ada,
  expected = 'Monday to Friday',
): Promise<string> {
  const suiteId = await createBotSuite(member, { botUrl: bot.url, expected });
  const params = { suiteId };
  const changed = await member.call(suites.updateSuite, {
    params,
    body: { monitoringConfig: config },
  });
  expect(changed.status).toBe(200);
  const { status } = await member.call(suites.setMonitoring, {
    params,
    body: { isMonitoring: true },
  });
  expect(status).toBe(200);
  return suiteId;
}

async function runsOf(suiteId: string, member = ada) {
  return (await member.call(runs.listRuns, { query: { suiteId } })).body.items;
}

async function slotsOf(suiteId: string) {
  return app.platform.db.select().from(monitorSlots).where(eq(monitorSlots.suiteId, suiteId));
}

function hoursSince(at: Date | undefined): number {
  return at === undefined ? Number.NaN : (Date.now() - at.getTime()) / 3_600_000;
}

/** Waits until no run of the suite is queued, then moves its slots and plan this many minutes into the past. */
async function passTime(suiteId: string, minutes: number): Promise<void> {
  const { db } = app.platform;
  while ((await runsOf(suiteId)).some(({ status }) => status === 'queued')) await sleep(20);
  const by = sql`make_interval(mins => ${minutes})`;
  await db
    .update(monitorSlots)
    .set({ slot: sql`${monitorSlots.slot} - ${by}` })
    .where(eq(monitorSlots.suiteId, suiteId));
  await db
    .update(monitors)
    .set({ nextAt: sql`${monitors.nextAt} - ${by}`, plannedAt: sql`${monitors.plannedAt} - ${by}` })
    .where(eq(monitors.suiteId, suiteId));
}

describe('a monitored suite', () => {
  it('is run once per slot, however many look at the clock at once', async () => {
    const suiteId = await monitoredSuite();
    await Promise.all(Array.from({ length: 10 }, () => startDueRuns(app.platform)));
    const [run, ...others] = await runsOf(suiteId);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ trigger: 'monitor', startedBy: null });
    expect(await untilEnded(ada, run?.id ?? '')).toMatchObject({ status: 'passed' });

    await passTime(suiteId, 60);
    await Promise.all(Array.from({ length: 10 }, () => startDueRuns(app.platform)));
    expect(await runsOf(suiteId)).toHaveLength(2);
  });

  it('is left alone once its monitoring is off', async () => {
    const suiteId = await monitoredSuite();
    await startDueRuns(app.platform);
    await ada.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: false } });
    await passTime(suiteId, 60);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(1);
  });

  it('is not run again for a failure once its monitoring is off or paused', async () => {
    const failed = async () => {
      const suiteId = await monitoredSuite({ retries: 2 }, ada, 'Never');
      await startDueRuns(app.platform);
      await untilEnded(ada, (await runsOf(suiteId))[0]?.id ?? '');
      return { suiteId };
    };
    const off = await failed();
    await ada.call(suites.setMonitoring, { params: off, body: { isMonitoring: false } });
    const paused = await failed();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await ada.call(monitoring.pauseMonitor, { params: paused, body: { until } });
    const on = await failed();
    await judgeSlots(app.platform);
    expect(await slotsOf(off.suiteId)).toMatchObject([{ retriesUsed: 0, result: 'ignored' }]);
    expect(await slotsOf(paused.suiteId)).toMatchObject([{ retriesUsed: 0, result: 'failed' }]);
    expect(await slotsOf(on.suiteId)).toMatchObject([{ retriesUsed: 1, result: null }]);
    expect(await runsOf(off.suiteId)).toHaveLength(1);
    expect(await runsOf(paused.suiteId)).toHaveLength(1);
    expect(await runsOf(on.suiteId)).toHaveLength(2);
  });

  it('counts by the last attempt on the status page, even if an earlier one is overridden', async () => {
    const { owner } = await createTenant(app, { planId: 'enterprise' });
    const suiteId = await monitoredSuite({ retries: 1 }, owner, 'Never');
    await startDueRuns(app.platform);
    const [first] = await runsOf(suiteId, owner);
    await untilEnded(owner, first?.id ?? '');
    const params = { suiteId };
    const { source } = (await owner.call(suites.getSuite, { params })).body;
    const mended = { source: source.replace('Never', 'Monday to Friday') };
    await owner.call(suites.updateSuite, { params, body: mended });
    await judgeSlots(app.platform);
    const attempts = await runsOf(suiteId, owner);
    expect(attempts).toHaveLength(2);
    for (const { id } of attempts) await untilEnded(owner, id);
    await judgeSlots(app.platform);

    const page = { slug: `attempts-${suiteId.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}` };
    const shown = { title: 'Bank', isPublic: false, isListed: false };
    const read = async () => {
      const { body } = await owner.call(statusPages.getStatusPage);
      const [suite] = body?.page.suites ?? [];
      const states = suite?.days.flatMap(({ state }) => (state === 'none' ? [] : state));
      return { passedShare: suite?.passedShare, states: [...new Set(states)] };
    };
    await owner.call(statusPages.saveStatusPage, {
      body: { ...shown, ...page, suites: [{ suiteId, label: 'Chat' }] },
    });
    expect(await read()).toEqual({ passedShare: 1, states: ['passed'] });
    const override = { test: 0, outcome: 'error' as const, reason: 'The bot was down' };
    const { status } = await owner.call(runs.overrideVerdict, {
      params: { runId: first?.id ?? '' },
      body: override,
    });
    expect(status).toBe(200);
    expect(await read()).toEqual({ passedShare: 1, states: ['passed'] });
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
    expect(await runsOf(suiteId, tenant)).toEqual([]);
  });

  it('makes up for one slot after an outage, and for none older than two hours', async () => {
    const suiteId = await monitoredSuite({ everyMinutes: 5 });
    await startDueRuns(app.platform);
    await passTime(suiteId, 60);
    await startDueRuns(app.platform);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(2);

    await passTime(suiteId, 180);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(2);
    expect((await slotsOf(suiteId)).map(({ outcome }) => outcome).sort()).toEqual([
      'missed',
      'run',
      'run',
    ]);
  });

  it('runs at once when it is enabled, however long its interval, and not again after a change of its rule', async () => {
    const daily = { everyMinutes: 1440 } as const;
    // A suite whose time of day was hours ago.
    let suiteId: string;
    do suiteId = await createBotSuite(ada, { botUrl: bot.url });
    while (hoursSince(readSchedule(daily, suiteId).current(new Date())) < 3);
    const params = { suiteId };
    const change = (monitoringConfig: MonitoringConfig) =>
      ada.call(suites.updateSuite, { params, body: { monitoringConfig } });
    await change(daily);
    await ada.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    await startDueRuns(app.platform);
    const [slot, ...others] = await slotsOf(suiteId);
    expect(others).toEqual([]);
    expect(slot).toMatchObject({ outcome: 'run' });
    expect(hoursSince(slot?.slot)).toBeLessThan(1);

    await change({ ...daily, alertWhen: { failures: 2, of: 3 } });
    await startDueRuns(app.platform);
    await change({ everyMinutes: 360 });
    await startDueRuns(app.platform);
    expect(await slotsOf(suiteId)).toEqual([slot]);
  });

  it('is refused once while the organization is locked, and makes up for nothing afterwards', async () => {
    const { owner, organizationId } = await createTenant(app, { planId: 'enterprise' });
    const setStatus = async (subscriptionStatus: 'enabled' | 'trialEnded') => {
      await app.platform.db
        .update(organizations)
        .set({ subscriptionStatus })
        .where(eq(organizations.id, organizationId));
      await followStops(app.platform);
    };
    const suiteId = await monitoredSuite({}, owner);
    await startDueRuns(app.platform);
    await setStatus('trialEnded');
    await passTime(suiteId, 300);
    await startDueRuns(app.platform);
    await startDueRuns(app.platform);
    const outcomes = async () => (await slotsOf(suiteId)).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['run', 'refused']);
    await setStatus('enabled');
    await startDueRuns(app.platform);
    await startDueRuns(app.platform);
    expect(await outcomes()).toEqual(['run', 'refused', 'run']);
  });

  it('does not wait behind one that cannot be started', async () => {
    const db = ownerDatabase(app.platform.db);
    const broken = await monitoredSuite();
    await db.execute(sql`
      create function refuse_slot() returns trigger language plpgsql as
        'begin raise exception ''This slot is broken''; end'`);
    await db.execute(
      sql.raw(`create trigger refuse_slot before insert on monitor_slots for each row
        when (new.suite_id = '${broken}') execute function refuse_slot()`),
    );
    try {
      const suiteIds = [await monitoredSuite(), await monitoredSuite()];
      await startDueRuns(app.platform);
      for (const suiteId of suiteIds) expect(await runsOf(suiteId)).toHaveLength(1);
      expect(await slotsOf(broken)).toEqual([]);
    } finally {
      await db.execute(sql`drop function refuse_slot cascade`);
    }
    await startDueRuns(app.platform);
    expect(await runsOf(broken)).toHaveLength(1);
  });

  it('keeps its pace when the clock is set back', async () => {
    const suiteId = await monitoredSuite({ everyMinutes: 5 });
    await startDueRuns(app.platform);
    await passTime(suiteId, -60);
    await startDueRuns(app.platform);
    const [monitor] = await app.platform.db
      .select()
      .from(monitors)
      .where(eq(monitors.suiteId, suiteId));
    expect(monitor?.nextAt?.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000);
    expect(await slotsOf(suiteId)).toEqual([]);
  });
});

describe('a custom schedule', () => {
  const cron = { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' };

  it('[S-229] needs the subscription status enabled, and never the plan startup', async () => {
    for (const [subscriptionStatus, planId, expected] of [
      ['enabled', 'enterprise', 200],
      ['enabled', null, 200],
      ['trial', 'enterprise', 403],
      ['disabled', 'enterprise', 403],
      ['trialEnded', 'enterprise', 403],
      ['enabled', 'startup', 403],
    ] as const) {
      const { owner } = await createTenant(app, { subscriptionStatus, planId });
      const suiteId = await createBotSuite(owner, { botUrl: bot.url });
      const params = { suiteId };
      const { status } = await owner.call(suites.updateSuite, {
        params,
        body: { monitoringConfig: cron },
      });
      expect([subscriptionStatus, planId, status]).toEqual([subscriptionStatus, planId, expected]);
      const stored = await owner.call(suites.getSuite, { params });
      expect(stored.body.monitoringConfig).toEqual(expected === 200 ? cron : null);
    }
  });

  it('is sent along unchanged after the subscription has changed, and not followed', async () => {
    const { owner } = await createTenant(app, { subscriptionStatus: 'enabled' });
    const suiteId = await monitoredSuite(cron, owner);
    await startDueRuns(app.platform);
    await app.platform.db
      .update(organizations)
      .set({ subscriptionStatus: 'trial' })
      .where(eq(organizations.id, owner.organizationId));
    const { status } = await owner.call(suites.updateSuite, {
      params: { suiteId },
      body: { name: 'Renamed', monitoringConfig: cron },
    });
    expect(status).toBe(200);
    await app.platform.db
      .update(monitors)
      .set({ nextAt: new Date(Date.now() - 1000) })
      .where(eq(monitors.suiteId, suiteId));
    await startDueRuns(app.platform);
    expect(await slotsOf(suiteId)).toMatchObject([
      {
        outcome: 'refused',
        reason: 'Custom schedules need a subscription; a trial has the intervals.',
      },
    ]);
  });

  it.each([
    ['never comes', { cron: '0 0 30 2 *' }],
    ['comes every second', { cron: '* * * * * *' }],
    ['names an unknown zone', { cron: '0 9 * * *', timeZone: 'Mars/Base' }],
  ])('that %s is refused with a reason, and nothing is changed', async (_, config) => {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    const { status, error } = await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { name: 'Other', monitoringConfig: config },
    });
    expect(status).toBe(422);
    expect(error).toMatchObject({ code: 'schedule_invalid', hint: expect.any(String) });
    const stored = await ada.call(suites.getSuite, { params: { suiteId } });
    expect(stored.body).toMatchObject({ name: 'Opening hours', monitoringConfig: null });
  });

  it('waits for its time, and runs then', async () => {
    const suiteId = await monitoredSuite({ cron: '0 0 1 1 *' });
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toEqual([]);
    await app.platform.db
      .update(monitors)
      .set({ nextAt: new Date(Date.now() - 1000) })
      .where(eq(monitors.suiteId, suiteId));
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(1);
  });
});

describe(`${monitoring.previewSchedule.method} ${monitoring.previewSchedule.path}`, () => {
  async function preview(config: MonitoringConfig) {
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 3 });
    return ada.call(monitoring.previewSchedule, { params: { suiteId }, body: { config } });
  }

  it('answers others while many schedules are computed', async () => {
    const answered: string[] = [];
    const config = { cron: '* * * * *', timeZone: 'America/New_York' };
    const previews = Promise.all(
      Array.from({ length: 6 }, () => preview(config).then(() => answered.push('preview'))),
    );
    await vi.waitFor(() => expect(answered).toContain('preview'), { timeout: 20_000, interval: 5 });
    for (let asked = 0; asked < 3; asked += 1) {
      expect((await ada.call(monitoring.listHolidaySets, {})).status).toBe(200);
      answered.push('other');
    }
    await previews;
    expect(answered.slice(-1)).toEqual(['preview']);
    expect(answered.filter((one) => one === 'preview')).toHaveLength(6);
  }, 30_000);

  it('shows the next 20 times, changes of the clocks, and what 30 days use', async () => {
    const { status, body } = await preview({ cron: '0 12 * * *', timeZone: 'Europe/Berlin' });
    expect(status).toBe(200);
    expect(body.times).toHaveLength(20);
    expect(body.timeZone).toBe('Europe/Berlin');
    expect(body.times[0]?.at).toMatch(/T1[01]:00:00\.000Z$/);
    expect(body.forecast).toEqual({ runs: 30, interactions: 180 });
    const monthly = await preview({ cron: '0 12 1 * *', timeZone: 'Europe/Berlin' });
    const changes = monthly.body.times.map(({ clockChange }) => clockChange);
    expect(changes).toContain('forward');
    expect(changes).toContain('back');
  });

  it('reckons on for a schedule that comes every minute', async () => {
    const { body } = await preview({ cron: '* * * * *' });
    expect(body.forecast.runs).toBeGreaterThan(43_000);
    expect(body.forecast.runs).toBeLessThan(43_400);
  });

  it('marks what an exclusion calendar leaves out', async () => {
    const calendar = await ada.call(monitoring.createCalendar, {
      body: {
        name: 'Weekends',
        timeZone: 'UTC',
        windows: [{ kind: 'weekly', reason: 'Closed', days: [0, 6], from: '00:00', to: '00:00' }],
        holidays: [],
      },
    });
    expect(calendar.status).toBe(201);
    const { body } = await preview({ cron: '0 12 * * *', calendarIds: [calendar.body.id] });
    const excluded = body.times.filter(({ excludedBy }) => excludedBy === 'Weekends: Closed');
    expect(excluded.length).toBeGreaterThanOrEqual(4);
    expect(body.forecast.runs).toBeLessThan(30);
  });

  it('looks up public holidays for two years ahead, and windows as far as it shows times', async () => {
    const { body: calendar } = await ada.call(monitoring.createCalendar, {
      body: {
        name: 'Closed',
        timeZone: 'UTC',
        windows: [{ kind: 'weekly', reason: 'Sunday', days: [0], from: '00:00', to: '00:00' }],
        holidays: [{ country: 'DE', region: null }],
      },
    });
    const { body } = await preview({ cron: '0 12 25 12 *', calendarIds: [calendar.id] });
    const reasons = body.times.map(({ excludedBy }) => excludedBy);
    expect(reasons.slice(0, 2)).toContain('Closed: Christmas Day');
    expect(new Set(reasons.slice(3))).toEqual(new Set([null, 'Closed: Sunday']));
  });

  it('answers 422 to a schedule that cannot be followed', async () => {
    const { status, error } = await preview({ cron: '61 * * * *' });
    expect(status).toBe(422);
    expect(error?.problems?.[0]?.path).toBe('cron');
  });
});

describe('an exclusion calendar', () => {
  const body = { name: 'Nights', timeZone: 'UTC', windows: [], holidays: [] };

  it('keeps a slot from being run, and says why', async () => {
    const window = {
      kind: 'once' as const,
      reason: 'Move to the new bot',
      start: new Date(Date.now() - 86_400_000).toISOString(),
      end: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const { body: calendar } = await ada.call(monitoring.createCalendar, {
      body: { ...body, name: 'Moves', windows: [window] },
    });
    const suiteId = await monitoredSuite({ calendarIds: [calendar.id] });
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toEqual([]);
    const { body: page } = await ada.call(monitoring.listMonitors);
    expect(page.items.find((monitor) => monitor.suiteId === suiteId)?.slots).toMatchObject([
      { outcome: 'skipped', reason: 'Moves: Move to the new bot', runId: null },
    ]);

    await ada.call(monitoring.deleteCalendar, { params: { calendarId: calendar.id } });
    await passTime(suiteId, 60);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(1);
  });

  it('is refused with a zone, holidays or a window that do not exist, and with a name that is taken', async () => {
    const create = async (change: object) =>
      (await ada.call(monitoring.createCalendar, { body: { ...body, ...change } })).status;
    expect(await create({ timeZone: 'Mars/Base' })).toBe(422);
    expect(await create({ holidays: [{ country: 'XX', region: null }] })).toBe(422);
    expect(await create({ holidays: [{ country: 'DE', region: 'XX' }] })).toBe(422);
    const start = '2026-01-02T00:00:00Z';
    expect(await create({ windows: [{ kind: 'once', reason: 'x', start, end: start }] })).toBe(400);
    expect(await create({})).toBe(201);
    expect(await create({})).toBe(409);
  });

  it('offers countries with their regions', async () => {
    const { body: sets } = await ada.call(monitoring.listHolidaySets);
    const germany = sets.find(({ country }) => country === 'DE');
    expect(germany?.regions).toContainEqual({ region: 'BY', name: 'Bayern' });
  });
});

describe(`${monitoring.pauseMonitor.method} ${monitoring.pauseMonitor.path}`, () => {
  it('holds back slots until the date, or until it is resumed', async () => {
    const suiteId = await monitoredSuite();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const params = { suiteId };
    const paused = await ada.call(monitoring.pauseMonitor, { params, body: { until } });
    expect(paused.body).toMatchObject({ pausedUntil: until });
    await startDueRuns(app.platform);
    expect(await slotsOf(suiteId)).toMatchObject([{ outcome: 'skipped', reason: 'Paused' }]);

    const resumed = await ada.call(monitoring.pauseMonitor, { params, body: { until: null } });
    expect(resumed.body.pausedUntil).toBeNull();
    await passTime(suiteId, 60);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(1);
  });

  it('refuses a date in the past or more than a year ahead, and a suite that is not monitored', async () => {
    const suiteId = await monitoredSuite();
    const pause = async (days: number, id = suiteId) => {
      const until = new Date(Date.now() + days * 86_400_000).toISOString();
      const params = { suiteId: id };
      return (await ada.call(monitoring.pauseMonitor, { params, body: { until } })).status;
    };
    expect(await pause(-1)).toBe(422);
    expect(await pause(400)).toBe(422);
    expect(await pause(1, await createBotSuite(ada, { botUrl: bot.url }))).toBe(404);
  });
});

describe(`${monitoring.listMonitors.method} ${monitoring.listMonitors.path}`, () => {
  it('lists monitored suites page by page, each once', async () => {
    const { owner } = await createTenant(app);
    const ids = [];
    for (let index = 0; index < 5; index++) ids.push(await monitoredSuite({}, owner));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await owner.call(monitoring.listMonitors, { query: { limit: 2, cursor } });
      seen.push(...body.items.map(({ suiteId }) => suiteId));
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it('lists failing ones first, with their incident, also across pages', async () => {
    const { owner, organizationId } = await createTenant(app, { planId: 'enterprise' });
    const ids: Record<string, string> = {};
    for (const name of ['A', 'B', 'C', 'D']) {
      const suiteId = await monitoredSuite({}, owner);
      await owner.call(suites.updateSuite, { params: { suiteId }, body: { name } });
      ids[name] = suiteId;
    }
    const alert = { organizationId, classes: ['wrong' as const], runId: 'r1' };
    const failingSince = new Date(Date.now() - 7_200_000);
    const snoozedUntil = new Date(Date.now() + 3_600_000);
    await ownerDatabase(app.platform.db)
      .insert(alerts)
      .values([
        { ...alert, id: 'a-d', suiteId: ids.D, suiteName: 'D', failingSince, snoozedUntil },
        { ...alert, id: 'a-c', suiteId: ids.C, suiteName: 'C', snoozedUntil: failingSince },
        // A resolved alert does not count as failing.
        { ...alert, id: 'a-b', suiteId: ids.B, suiteName: 'B', resolvedAt: new Date() },
      ]);
    const seen = [];
    let cursor: string | undefined;
    do {
      const { body } = await owner.call(monitoring.listMonitors, { query: { limit: 1, cursor } });
      seen.push(...body.items);
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.map(({ suiteName }) => suiteName)).toEqual(['C', 'D', 'A', 'B']);
    expect(seen.map(({ incident }) => incident)).toMatchObject([
      { id: 'a-c', snoozedUntil: null },
      {
        id: 'a-d',
        runId: 'r1',
        failingSince: failingSince.toISOString(),
        isAcknowledged: false,
        snoozedUntil: snoozedUntil.toISOString(),
      },
      null,
      null,
    ]);
  });

  it('continues after the longest possible name', async () => {
    const { owner } = await createTenant(app, { planId: 'enterprise' });
    const longest = 'あ'.repeat(120);
    for (const name of [longest, `${'あ'.repeat(119)}い`]) {
      const params = { suiteId: await monitoredSuite({}, owner) };
      expect((await owner.call(suites.updateSuite, { params, body: { name } })).status).toBe(200);
    }
    const first = await owner.call(monitoring.listMonitors, { query: { limit: 1 } });
    expect(first.body.items.map(({ suiteName }) => suiteName)).toEqual([longest]);
    const query = { cursor: first.body.nextCursor ?? '' };
    const rest = await owner.call(monitoring.listMonitors, { query });
    expect(rest.status, rest.text).toBe(200);
    expect(rest.body.items).toHaveLength(1);
  });

  it.each(['x', '["a"]', '["others","a"]', '["others","\\u0000","x"]'])(
    'answers 400 to the cursor %s of somebody else',
    async (text) => {
      const cursor = Buffer.from(text).toString('base64url');
      const { status, error } = await ada.call(monitoring.listMonitors, { query: { cursor } });
      expect(status).toBe(400);
      expect(error?.problems).toMatchObject([{ path: 'cursor' }]);
    },
  );
});
