import { alerts, incidents, organizations, suites } from '@parley/contract';
import { matchAssertion, matchSettings, type RunEvent } from '@parley/suite';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alertDeliveries,
  alerts as alertRows,
  monitorSlots,
  runs,
  suites as suiteRows,
} from '../../../db/schema/index.ts';
import { found } from '../../../platform/errors/found.ts';
import { createBotSuite, startRun } from '../../../test/bot-suite.ts';
import { createTenant, type Tenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { insertEvents } from '../../runs/log/event-rows.ts';
import { refreshResults } from '../../runs/results/keep-results.ts';
import { judgeSlots } from '../slots/judge-slots.ts';
import { sentencesOf, titleOf, webhookBody } from './alert-message.ts';
import { factsOf } from './deliver-alerts.ts';
import { tellAlerts } from './tell-alerts.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  // Only the tests run suites, and create and deliver notifications.
  app = await startTestApp({ hasWorker: false });
  tenant = await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });
}, 120_000);

afterAll(() => app.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Expected reply of the bot. */
const wanted = 'arrives in 3 days';

/** Returns the events of a run in which the bot said this. */
function eventsOf(said: string): RunEvent[] {
  const assertion = { property: 'prompt', operator: 'contains', expected: [wanted] } as const;
  const reply = { text: said, messages: [said], buttons: [], attachments: [], latencyMs: 90 };
  const verdict = matchAssertion(
    { ...assertion, expected: [wanted], negated: false },
    { ...reply, payload: null },
    matchSettings({}),
  );
  const outcome = verdict.passed ? 'passed' : 'failed';
  const failure = { class: 'wrong', code: 'mismatch', message: `Got ${said}` } as const;
  const told = verdict.passed ? {} : { failure };
  const at = Date.now();
  const step = { input: { kind: 'text', text: 'When?' }, expected: 'reply contains' } as const;
  const place = { at, test: 0, attempt: 1 };
  return [
    { type: 'run.started', at, tests: [{ name: 'Delivery', mode: 'run', steps: [step] }] },
    { type: 'test.started', ...place },
    { type: 'step.started', ...place, step: 0, sent: 'When?' },
    {
      type: 'step.finished',
      ...place,
      step: 0,
      outcome,
      reply: { ...reply, payload: null },
      verdicts: [verdict],
      ...told,
    },
    { type: 'test.finished', ...place, outcome, checks: 1, ...told },
    { type: 'run.finished', at, status: outcome },
  ];
}

async function createMonitor(alertWhen = { failures: 1, of: 1 }) {
  const { owner, organizationId } = tenant;
  const { db } = app.platform;
  const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
  await owner.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  await db
    .update(suiteRows)
    .set({ monitoringConfig: { alertWhen } })
    .where(eq(suiteRows.id, suiteId));
  const { body } = await owner.call(alerts.createAlertChannel, {
    body: {
      name: 'On call',
      isEnabled: true,
      classes: [],
      afterMinutes: 0,
      remindEveryMinutes: 15,
      target: { kind: 'email', recipients: ['ops@acme.test'] },
    },
  });
  const channelId = body.channel.id;
  const show = async () => {
    const { body: shown } = await owner.call(incidents.getMonitor, { params: { suiteId } });
    return shown.incident;
  };
  const change = async (wish: Parameters<typeof changeAs>[1]) => changeAs(await idOf(), wish);
  const changeAs = (incidentId: string, wish: object) =>
    owner.call(incidents.changeIncident, { params: { incidentId }, body: wish });
  const idOf = async () => (await show())?.id ?? '';
  return {
    suiteId,
    organizationId,
    show,
    change,
    /** Ends a run that the monitor started at that time, and evaluates its slot. */
    async ends(at: Date, said: string): Promise<string> {
      const { id } = await startRun(owner, suiteId);
      const events = eventsOf(said);
      await insertEvents(db, id, 0, events);
      const status = said.includes(wanted) ? 'passed' : 'failed';
      const [ended] = await db
        .update(runs)
        .set({
          status,
          isComplete: true,
          lastSeq: events.length,
          trigger: 'monitor',
          createdAt: at,
        })
        .where(eq(runs.id, id))
        .returning();
      await refreshResults(db, found(ended));
      await db.insert(monitorSlots).values({ suiteId, slot: at, outcome: 'run', runId: id });
      await judgeSlots(app.platform);
      return id;
    },
    /** Returns the kinds of all notifications of the alert so far, newest first. */
    async told(): Promise<string[]> {
      await tellAlerts(app.platform);
      const ofMine = and(
        eq(alertDeliveries.channelId, channelId),
        eq(alertDeliveries.alertId, await idOf()),
      );
      const { body: all } = await owner.call(alerts.listAlertDeliveries, {
        params: { alertChannelId: channelId },
      });
      await db.update(alertDeliveries).set({ status: 'sent' }).where(ofMine);
      const incidentId = await idOf();
      return all.filter(({ alertId }) => alertId === incidentId).map(({ kind }) => kind);
    },
    async passHour() {
      const createdAt = sql`${alertDeliveries.createdAt} - interval '1 hour'`;
      await db
        .update(alertDeliveries)
        .set({ createdAt })
        .where(eq(alertDeliveries.channelId, channelId));
    },
  };
}

const fiveDays = 'It arrives in 5 days';
const sevenDays = 'It arrives in 7 days';
const threeDays = `It ${wanted}`;

describe('an incident', () => {
  it('fails since the first failure, and not since its rule was broken', async () => {
    const monitor = await createMonitor({ failures: 2, of: 3 });
    const green = await monitor.ends(minutesAgo(50), threeDays);
    const first = minutesAgo(40);
    await monitor.ends(first, fiveDays);
    expect(await monitor.show()).toBeNull();
    await monitor.ends(minutesAgo(30), threeDays);
    const second = await monitor.ends(minutesAgo(20), fiveDays);
    expect(await monitor.show()).toMatchObject({
      failingSince: first.toISOString(),
      runId: second,
      signature: expect.stringMatching(/^1-/),
      timeline: [{ change: 'opened', runId: second, by: null }],
      evidence: {
        test: 'Delivery',
        step: 1,
        said: 'When?',
        expected: expect.stringContaining('3 days'),
        got: fiveDays,
        others: 0,
        lastGreen: { runId: expect.not.stringMatching(green), number: expect.any(Number) },
      },
    });
  });

  it('knows no last green where the test never passed, and nothing of the incident before', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    expect((await monitor.show())?.evidence?.lastGreen).toBeNull();
    await monitor.ends(minutesAgo(50), threeDays);
    expect((await monitor.show())?.timeline.map(({ change }) => change)).toEqual([
      'opened',
      'resolved',
    ]);
    // In this test, slots lie in the past, so the resolution must too.
    await app.platform.db
      .update(alertRows)
      .set({ resolvedAt: minutesAgo(49) })
      .where(eq(alertRows.suiteId, monitor.suiteId));
    const again = minutesAgo(20);
    await monitor.ends(again, fiveDays);
    const incident = await monitor.show();
    expect(incident?.failingSince).toBe(again.toISOString());
    expect(incident?.evidence?.lastGreen).not.toBeNull();
  });

  it('that is acknowledged sends no reminders, and announces its end', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    expect(await monitor.told()).toEqual(['opened']);
    const { status, body } = await monitor.change({ isAcknowledged: true });
    expect(status).toBe(200);
    expect(body.acknowledged?.by?.id).toBe(tenant.owner.userId);
    await monitor.passHour();
    expect(await monitor.told()).toEqual(['opened']);
    await monitor.ends(minutesAgo(40), threeDays);
    expect(await monitor.told()).toEqual(['resolved', 'opened']);
  });

  it('is reminded of again once the acknowledgement is withdrawn', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    await monitor.told();
    await monitor.change({ isAcknowledged: true });
    await monitor.change({ isAcknowledged: true });
    await monitor.passHour();
    await monitor.change({ isAcknowledged: false });
    expect(await monitor.told()).toEqual(['reminder', 'opened']);
    expect((await monitor.show())?.timeline.map(({ change }) => change)).toEqual([
      'opened',
      'acknowledged',
      'acknowledgement-withdrawn',
    ]);
  });

  it('is reopened by a failure of another kind, and not by the same one', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    await monitor.told();
    await monitor.change({ isAcknowledged: true });
    await monitor.ends(minutesAgo(50), `Well. ${fiveDays}, madam!`);
    expect((await monitor.show())?.acknowledged).not.toBeNull();
    const run = await monitor.ends(minutesAgo(40), sevenDays);
    expect(await monitor.show()).toMatchObject({
      acknowledged: null,
      runId: run,
      evidence: { got: sevenDays },
      failingSince: expect.any(String),
    });
    expect(await monitor.told()).toEqual(['reopened', 'opened']);
    expect(await monitor.told()).toEqual(['reopened', 'opened']);
  });

  it('that is snoozed for known failures is reopened by another one', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    await monitor.told();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await monitor.change({ snooze: { until, scope: 'known' } });
    await monitor.passHour();
    expect(await monitor.told()).toEqual(['opened']);
    await monitor.ends(minutesAgo(50), sevenDays);
    expect(await monitor.show()).toMatchObject({ snoozed: null });
    expect(await monitor.told()).toEqual(['reopened', 'opened']);
  });

  it('whose monitor is muted stays quiet whatever fails, and announces its end', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    await monitor.told();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await monitor.change({ snooze: { until, scope: 'monitor' } });
    await monitor.ends(minutesAgo(50), sevenDays);
    expect(await monitor.show()).toMatchObject({
      snoozed: { until, scope: 'monitor' },
      timeline: [{ change: 'opened' }, { change: 'snoozed', until }, { change: 'failed-anew' }],
    });
    await monitor.passHour();
    expect(await monitor.told()).toEqual(['opened']);
    await app.platform.db
      .update(alertRows)
      .set({ snoozedUntil: minutesAgo(1) })
      .where(eq(alertRows.suiteId, monitor.suiteId));
    expect(await monitor.told()).toEqual(['reminder', 'opened']);
    await monitor.ends(minutesAgo(40), threeDays);
    expect(await monitor.told()).toEqual(['resolved', 'reminder', 'opened']);
  });

  it('is assigned to members only, and to no one once they are removed', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    const stranger = await createTenant(app);
    const foreign = await monitor.change({ assigneeId: stranger.owner.userId });
    expect(foreign.status).toBe(404);
    const member = await tenant.add('member');
    const { body } = await monitor.change({ assigneeId: member.userId });
    expect(body.assignee?.id).toBe(member.userId);
    const memberId = member.userId;
    const removed = await tenant.owner.call(organizations.removeMember, { params: { memberId } });
    expect(removed.status).toBeLessThan(300);
    expect(await monitor.show()).toMatchObject({
      assignee: null,
      timeline: [{ change: 'opened' }, { change: 'assigned', assignee: null }],
    });
  });

  it('that is over can no longer be changed', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    await monitor.ends(minutesAgo(50), threeDays);
    expect((await monitor.change({ isAcknowledged: true })).error?.code).toBe('conflict');
  });

  it('is snoozed until a date in the coming year', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    for (const until of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
      const { error } = await monitor.change({ snooze: { until, scope: 'known' } });
      expect(error?.code).toBe('schedule_invalid');
    }
  });

  it('of a release without signatures takes the next failure for the same', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), fiveDays);
    await monitor.change({ isAcknowledged: true });
    const ofSuite = eq(alertRows.suiteId, monitor.suiteId);
    await app.platform.db.update(alertRows).set({ signatures: [] }).where(ofSuite);
    await monitor.ends(minutesAgo(50), sevenDays);
    expect(await monitor.show()).toMatchObject({
      acknowledged: { by: { id: tenant.owner.userId } },
      signature: expect.stringMatching(/^1-/),
    });
  });

  it('says what failed, what was expected and when it last passed', async () => {
    const monitor = await createMonitor();
    const [green, runId] = [
      await monitor.ends(minutesAgo(60), threeDays),
      await monitor.ends(minutesAgo(50), fiveDays),
    ];
    const [alert] = await app.platform.db
      .select()
      .from(alertRows)
      .where(eq(alertRows.suiteId, monitor.suiteId));
    await monitor.told();
    const [delivery] = await app.platform.db
      .select()
      .from(alertDeliveries)
      .where(eq(alertDeliveries.alertId, alert?.id ?? ''));
    if (!delivery) throw new Error('Nothing is told');
    const facts = factsOf('https://parley.example', delivery, alert ?? null, {
      runNumber: 2,
      isMonitored: true,
    });
    expect(sentencesOf(facts)).toEqual([
      'The bot gave an unexpected reply.',
      'Failed in run #2.',
      'Test: Delivery, step 1: When?',
      expect.stringMatching(/^Expected: Reply contains "arrives in 3 days"/),
      `Got: ${fiveDays}`,
      expect.stringMatching(/^Last passed: run #1, \d{4}-/),
      expect.stringMatching(/^Failing since \d{4}-/),
    ]);
    expect(facts.link).toBe(`https://parley.example/history/testruns/${runId}`);
    expect(webhookBody(facts).data).toMatchObject({
      run: { runId, number: 2 },
      evidence: { got: fiveDays, step: 1, lastGreen: { runId: green, number: 1 } },
    });
    expect(titleOf({ ...facts, kind: 'reopened' })).toBe('Opening hours fails in a new way');
  });

  it('of a release without run numbers says when it last passed', async () => {
    const monitor = await createMonitor();
    await monitor.ends(minutesAgo(60), threeDays);
    await monitor.ends(minutesAgo(50), fiveDays);
    const ofSuite = eq(alertRows.suiteId, monitor.suiteId);
    const [row] = await app.platform.db.select().from(alertRows).where(ofSuite);
    const { number: _, ...lastGreen } = row?.evidence?.lastGreen ?? { number: null };
    const evidence = { ...row?.evidence, lastGreen } as never;
    await app.platform.db.update(alertRows).set({ evidence }).where(ofSuite);
    expect((await monitor.show())?.evidence?.lastGreen).toEqual({ ...lastGreen, number: null });
  });
});
