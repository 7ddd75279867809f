import { audit, statusPages as endpoints, monitoring, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { alerts, monitorSlots, monitors, organizations } from '../../../db/schema/index.ts';
import { newId } from '../../../platform/security/ids.ts';
import { createBotSuite, untilEnded } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { judgeSlots } from '../slots/judge-slots.ts';
import { startDueRuns } from '../slots/start-due-runs.ts';

let bot: DemoBot;
let app: TestApp;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function newTenant() {
  return createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });
}

/** Creates a monitored suite that ran once. */
async function monitored(owner: Member, expected?: string): Promise<string> {
  const suiteId = await createBotSuite(owner, { botUrl: bot.url, ...(expected && { expected }) });
  const params = { suiteId };
  await owner.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
  await startDueRuns(app.platform);
  // The worker of the app also starts due runs, and may be the one that starts this run.
  const runId = await vi.waitUntil(async () => {
    const { body } = await owner.call(monitoring.listMonitors);
    return body.items.find((item) => item.suiteId === suiteId)?.slots[0]?.runId;
  }, 10_000);
  await untilEnded(owner, runId);
  await judgeSlots(app.platform);
  return suiteId;
}

const settings = { slug: 'acme', title: 'Acme assistants', isPublic: true, isListed: false };

const save = (
  member: Member,
  change: Partial<typeof settings> & { suites?: { suiteId: string; label: string }[] } = {},
) => member.call(endpoints.saveStatusPage, { body: { ...settings, suites: [], ...change } });

const read = (slug: string) => app.call(endpoints.readStatusPage, { params: { slug } });

describe('a status page', () => {
  it('shows state, days and incidents of the chosen suites by their labels, and nothing else', async () => {
    const { owner } = await newTenant();
    const good = await monitored(owner);
    const bad = await monitored(owner, 'around the clock');
    const hidden = await monitored(owner);
    const suitesShown = [
      { suiteId: good, label: 'Chat' },
      { suiteId: bad, label: 'Opening hours line' },
    ];
    const saved = await save(owner, { slug: 'states', suites: suitesShown });
    expect(saved.body.url).toBe(`${app.platform.config.publicUrl}/status/states`);
    const { body, text, headers } = await read('states');
    expect(body).toMatchObject({
      title: 'Acme assistants',
      suites: [
        { label: 'Chat', state: 'up', passedShare: 1 },
        { label: 'Opening hours line', state: 'down', passedShare: 0 },
      ],
      incidents: [{ label: 'Opening hours line', resolvedAt: null }],
    });
    expect(body.suites.map(({ days }) => days.length)).toEqual([90, 90]);
    expect(body.suites.map(({ days }) => days.at(-1)?.state)).toEqual(['passed', 'failed']);
    expect(body.suites[0]?.days[0]?.state).toBe('none');
    for (const secret of [bot.url, owner.organizationId, owner.email, good, hidden, 'Monday'])
      expect(text).not.toContain(secret);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('x-robots-tag')).toContain('noindex');
  });

  it('shows a suite that fails for longer than it looks back, behind many incidents since', async () => {
    const { owner, organizationId } = await newTenant();
    const { db } = app.platform;
    const bad = await monitored(owner, 'around the clock');
    const good = await monitored(owner);
    await db
      .update(alerts)
      .set({ openedAt: sql`now() - interval '200 days'` })
      .where(eq(alerts.suiteId, bad));
    const resolved = { organizationId, suiteId: good, suiteName: 'Chat', classes: [] };
    await db
      .insert(alerts)
      .values(
        Array.from({ length: 60 }, () => ({ ...resolved, id: newId(), resolvedAt: new Date() })),
      );
    const suitesShown = [
      { suiteId: good, label: 'Chat' },
      { suiteId: bad, label: 'Opening hours line' },
    ];
    await save(owner, { slug: 'long-down', suites: suitesShown });
    const { body } = await read('long-down');
    expect(body.suites.map(({ state }) => state)).toEqual(['up', 'down']);
    expect(body.incidents).toHaveLength(50);
    expect(body.incidents[0]).toMatchObject({ label: 'Opening hours line', resolvedAt: null });
    expect(body.incidents[1]).toMatchObject({ label: 'Chat', resolvedAt: expect.any(String) });
  });

  it('shows what is paused or switched off as that', async () => {
    const { owner } = await newTenant();
    const suiteId = await monitored(owner);
    await save(owner, { slug: 'paused', suites: [{ suiteId, label: 'Chat' }] });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await owner.call(monitoring.pauseMonitor, { params: { suiteId }, body: { until } });
    expect((await read('paused')).body.suites[0]?.state).toBe('paused');
  });

  describe('by what came of a suite when it was last due', () => {
    let unattended: TestApp;
    let owner: Member;

    beforeAll(async () => {
      unattended = await startTestApp({ hasWorker: false });
      ({ owner } = await createTenant(unattended, { planId: 'enterprise' }));
    });

    afterAll(() => unattended.close());

    const passed = { outcome: 'run', result: 'passed' } as const;
    const cancelled = { outcome: 'run', result: 'ignored' } as const;
    const goingOn = { outcome: 'run', result: null } as const;
    const leftOut = { outcome: 'skipped', result: 'ignored' } as const;
    const withoutQuota = { outcome: 'refused', result: 'ignored' } as const;
    const unfit = { outcome: 'refused', result: 'failed' } as const;

    it.each([
      ['up', 'that passed when it was last due', [passed], 55],
      ['up', 'whose newest run goes on', [goingOn, passed], 55],
      ['up', 'whose newest run was cancelled', [cancelled, passed], 55],
      ['up', 'that is due since a moment ago', [passed], -1],
      ['unknown', 'that nobody runs any more', [passed], -30],
      ['unknown', 'whose schedule cannot be followed', [passed], null],
      ['unknown', 'that the plan has no quota for', [cancelled, withoutQuota, passed], 55],
      ['unknown', 'that cannot be run', [unfit, passed], 55],
      ['unknown', 'that a calendar left out', [leftOut, passed], 55],
      ['unknown', 'that did not run yet', [], 55],
    ] as const)('shows as %s a suite %s', async (state, _, slots, nextInMinutes) => {
      const { db } = unattended.platform;
      const suiteId = await createBotSuite(owner, { botUrl: bot.url });
      await owner.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
      const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
      await db.insert(monitors).values({
        suiteId,
        organizationId: owner.organizationId,
        nextAt: nextInMinutes === null ? null : inMinutes(nextInMinutes),
      });
      for (const [index, slot] of slots.entries())
        await db
          .insert(monitorSlots)
          .values({ suiteId, slot: inMinutes(-60 * index - 5), ...slot });
      await owner.call(endpoints.saveStatusPage, {
        body: { ...settings, suites: [{ suiteId, label: 'Chat' }] },
      });
      const { body } = await owner.call(endpoints.getStatusPage);
      expect(body?.page.suites.map((shown) => shown.state)).toEqual([state]);
    });
  });

  it('may be listed by search engines where that is wished', async () => {
    const { owner } = await newTenant();
    await save(owner, { slug: 'listed', isListed: true });
    expect((await read('listed')).headers.get('x-robots-tag')).toBeNull();
  });

  it('is private until it is made public, and again when the organization is locked', async () => {
    const { owner, organizationId } = await newTenant();
    await save(owner, { slug: 'quiet', isPublic: false });
    const hidden = await read('quiet');
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe((await read('nowhere')).text);
    const own = await owner.call(endpoints.getStatusPage);
    expect(own.body).toMatchObject({ settings: { slug: 'quiet' }, page: { suites: [] } });
    await save(owner, { slug: 'quiet' });
    expect((await read('quiet')).status).toBe(200);
    await app.platform.db
      .update(organizations)
      .set({ subscriptionEndsAt: new Date(Date.now() - 1000) })
      .where(eq(organizations.id, organizationId));
    expect((await read('quiet')).status).toBe(404);
    await app.platform.db
      .update(organizations)
      .set({ subscriptionStatus: 'trialEnded', subscriptionEndsAt: null })
      .where(eq(organizations.id, organizationId));
    expect((await read('quiet')).status).toBe(404);
  });

  it('can be saved again after one of its suites was deleted', async () => {
    const { owner } = await newTenant();
    const [kept, deleted] = [
      await createBotSuite(owner, { botUrl: bot.url }),
      await createBotSuite(owner, { botUrl: bot.url }),
    ];
    const chosen = [kept, deleted].map((suiteId) => ({ suiteId, label: 'Chat' }));
    await save(owner, { slug: 'left', suites: chosen });
    await owner.call(suites.deleteSuite, { params: { suiteId: deleted } });
    const { body } = await owner.call(endpoints.getStatusPage);
    expect(body?.settings.suites.map(({ suiteId }) => suiteId)).toEqual([kept]);
    expect((await save(owner, body?.settings)).status).toBe(200);
  });

  it('has a unique address, which can be changed', async () => {
    const { owner } = await newTenant();
    const rival = (await newTenant()).owner;
    await save(owner, { slug: 'first' });
    const refused = await save(rival, { slug: 'first' });
    expect([refused.status, refused.error?.code]).toEqual([409, 'name_taken']);
    await save(owner, { slug: 'second' });
    expect((await read('first')).status).toBe(404);
    expect((await save(rival, { slug: 'first' })).status).toBe(200);
  });

  it.each(['ab', '-abc', 'Abc', 'a b', 'a/b', 'x'.repeat(49)])(
    'refuses the address %s',
    async (slug) => {
      const { owner } = await newTenant();
      expect((await save(owner, { slug })).status).toBe(400);
    },
  );

  it('shows no suite of another organization', async () => {
    const { owner } = await newTenant();
    const stranger = (await newTenant()).owner;
    const suiteId = await createBotSuite(stranger, { botUrl: bot.url });
    const answer = await save(owner, { slug: 'thief', suites: [{ suiteId, label: 'Theirs' }] });
    expect(answer.status).toBe(404);
    expect((await read('thief')).status).toBe(404);
  });

  it('is made by administrators, read by members, and recorded', async () => {
    const tenant = await newTenant();
    const member = await tenant.add('member');
    expect((await save(member, { slug: 'by-member' })).status).toBe(403);
    expect((await member.call(endpoints.getStatusPage)).body).toBeNull();
    await save(tenant.owner, { slug: 'by-owner' });
    const { body } = await tenant.owner.call(audit.listAudit, { query: { limit: 1 } });
    expect(body.items[0]).toMatchObject({
      action: 'status-page.changed',
      target: 'Acme assistants',
      detail: 'for everybody',
    });
  });
});
