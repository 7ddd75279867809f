import {
  account,
  alerts,
  monitoring,
  type StopReason,
  statusPages,
  suites,
} from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { register } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  alertDeliveries,
  monitorSlots,
  monitors,
  organizations,
  outboxMails,
  runs,
  suites as suiteRows,
} from '../../../db/schema/index.ts';
import { createLog } from '../../../platform/observability/log.ts';
import { createBotSuite } from '../../../test/bot-suite.ts';
import { createTenant, type Member, type Tenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { countUsage } from '../../billing/billing.ts';
import { warnOfQuotas } from '../../billing/warn-of-quotas.ts';
import { operationsGauges } from '../../operations/operations.ts';
import { sentencesOf, titleOf, webhookBody } from '../alerts/alert-message.ts';
import { resolveUnmonitored } from '../alerts/alerts.queries.ts';
import { tellAlerts } from '../alerts/tell-alerts.ts';
import { followStops, tellsOfStop } from './follow-stops.ts';
import { startDueRuns } from './start-due-runs.ts';

type Terms = Partial<
  Pick<
    typeof organizations.$inferInsert,
    'planId' | 'subscriptionStatus' | 'subscriptionEndsAt' | 'quotas'
  >
>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let app: TestApp;
let lines: { level: number; msg: string; organizationId?: string; monitors?: number }[] = [];

beforeAll(async () => {
  // No worker executes runs, and only the tests start due runs.
  app = await startTestApp({
    hasWorker: false,
    log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
  });
});

beforeEach(() => {
  lines = [];
});

afterAll(() => app.close());

const running = { planId: 'enterprise', subscriptionStatus: 'enabled' } as const;

async function setTerms({ organizationId }: { organizationId: string }, terms: Terms) {
  await app.platform.db
    .update(organizations)
    .set(terms)
    .where(eq(organizations.id, organizationId));
}

async function useUp(
  { organizationId }: Tenant,
  used: { interactions?: number; callSeconds?: number },
) {
  const scope = { db: app.platform.db, organizationId };
  await countUsage(scope, 'run:earlier', { interactions: 0, callSeconds: 0, ...used });
}

interface Monitored {
  name?: string;
  config?: { everyMinutes?: 5 | 60; cron?: string; calendarIds?: string[] };
  platform?: 'webchat' | 'phone';
}

async function monitor(
  owner: Member,
  { name = 'Opening hours', config = {}, platform = 'webchat' }: Monitored = {},
): Promise<string> {
  const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
  await app.platform.db
    .update(suiteRows)
    .set({ name, platform, isMonitoring: true, monitoringConfig: config })
    .where(eq(suiteRows.id, suiteId));
  return suiteId;
}

/** Follows stops in several processes at the same time. */
const lookAtStops = () => Promise.all([1, 2, 3, 4].map(() => followStops(app.platform)));

const mailsTo = async ({ email }: { email: string }) =>
  app.platform.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(outboxMails.createdAt);

const subjectsTo = async (member: { email: string }) =>
  (await mailsTo(member)).map(({ subject }) => subject);

const slotsOf = (suiteId: string) =>
  app.platform.db.select().from(monitorSlots).where(eq(monitorSlots.suiteId, suiteId));

const runsOf = (suiteId: string) =>
  app.platform.db.select().from(runs).where(eq(runs.suiteId, suiteId));

const logged = ({ organizationId }: Tenant) =>
  lines.filter((line) => line.organizationId === organizationId).map(({ msg }) => msg);

/** Moves the suite's slots and plan this many minutes into the past. */
async function passTime(suiteId: string, minutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`;
  await app.platform.db
    .update(monitorSlots)
    .set({ slot: sql`${monitorSlots.slot} - ${by}` })
    .where(eq(monitorSlots.suiteId, suiteId));
  await app.platform.db
    .update(monitors)
    .set({ nextAt: sql`${monitors.nextAt} - ${by}`, plannedAt: sql`${monitors.plannedAt} - ${by}` })
    .where(eq(monitors.suiteId, suiteId));
}

async function stoppedOf({ owner }: Tenant) {
  const { body } = await owner.call(monitoring.listMonitors);
  return body.items.map(({ stopped }) => stopped?.reason ?? null);
}

async function gaugeOf(reason: StopReason): Promise<number> {
  const gauges = operationsGauges(app.platform);
  await gauges.refresh();
  const metric = await gauges.registry.getSingleMetric('parley_monitors_stopped')?.get();
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? Number.NaN;
}

async function notRun(reason: string): Promise<number> {
  const metric = await register.getSingleMetric('parley_monitor_slots_not_run_total')?.get();
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

interface Case {
  reason: StopReason;
  counted: string;
  terms?: Terms;
  used?: { interactions?: number; callSeconds?: number };
  monitored?: Monitored;
  says: string;
}

const cases: [string, Case][] = [
  [
    'a trial that ends',
    {
      reason: 'locked',
      counted: 'locked',
      terms: {
        planId: 'trial',
        subscriptionStatus: 'trial',
        subscriptionEndsAt: new Date(Date.now() - hourMs),
      },
      says: 'The trial has ended.',
    },
  ],
  [
    'a subscription that is disabled',
    {
      reason: 'locked',
      counted: 'locked',
      terms: { subscriptionStatus: 'disabled' },
      says: 'The organization is disabled.',
    },
  ],
  [
    'a plan that ends',
    {
      reason: 'locked',
      counted: 'locked',
      terms: { subscriptionEndsAt: new Date(Date.now() - hourMs) },
      says: 'The subscription has ended.',
    },
  ],
  [
    'a plan without monitoring',
    {
      reason: 'plan',
      counted: 'plan',
      terms: { planId: 'startup' },
      says: 'Monitoring is not part of the Startup plan.',
    },
  ],
  [
    'a custom schedule without a subscription',
    {
      reason: 'schedule',
      counted: 'schedule',
      terms: { subscriptionStatus: 'trial' },
      monitored: { config: { cron: '* * * * *' } },
      says: 'Custom schedules need a subscription',
    },
  ],
  [
    'interactions that are used up',
    {
      reason: 'interactions',
      counted: 'quota',
      terms: { quotas: { interactions: 500 } },
      used: { interactions: 500 },
      says: 'The 500 interactions of this month are used up.',
    },
  ],
  [
    'a quota that an operator sets below what is used, even to nothing',
    {
      reason: 'interactions',
      counted: 'quota',
      terms: { quotas: { interactions: 0 } },
      says: 'The 0 interactions of this month are used up.',
    },
  ],
  [
    'call minutes that are used up',
    {
      reason: 'callMinutes',
      counted: 'quota',
      terms: { quotas: { callMinutes: 10 } },
      used: { callSeconds: 600 },
      monitored: { platform: 'phone' },
      says: 'The 10 call minutes of this month are used up.',
    },
  ],
];

describe('monitoring does not fall silent', () => {
  it.each(cases)('by %s', async (_, { reason, counted, terms, used, monitored, says }) => {
    const tenant = await createTenant(app, running);
    const { owner } = tenant;
    const suiteId = await monitor(owner, monitored);
    await lookAtStops();
    expect([await subjectsTo(owner), await stoppedOf(tenant)]).toEqual([[], [null]]);
    const [before, slotsBefore] = [await gaugeOf(reason), await notRun(counted)];

    await setTerms(tenant, terms ?? {});
    await useUp(tenant, used ?? {});
    expect(await stoppedOf(tenant)).toEqual([reason]);
    await startDueRuns(app.platform);
    // A schedule for every minute waits for its next time.
    if ((await slotsOf(suiteId)).length === 0) {
      await passTime(suiteId, 2);
      await startDueRuns(app.platform);
    }
    const [slot, ...others] = await slotsOf(suiteId);
    expect(others).toEqual([]);
    expect(slot).toMatchObject({ outcome: 'refused', result: 'ignored', runId: null });
    expect(slot?.reason).toContain(says);
    expect(await runsOf(suiteId)).toEqual([]);
    expect(await notRun(counted)).toBe(slotsBefore + 1);

    await lookAtStops();
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Monitoring of Acme has stopped');
    expect(mail?.text).toContain(says);
    expect(mail?.text).toContain('1 monitored test suite no longer runs');
    expect(mail?.text).toContain('Opening hours');
    expect(logged(tenant)).toEqual(['Monitoring has stopped']);
    expect(await gaugeOf(reason)).toBe(before + 1);
    const [stop, ...stops] = (await owner.call(monitoring.listMonitoringStops)).body;
    expect(stops).toEqual([]);
    expect(stop).toMatchObject({ reason, monitors: 1, since: expect.any(String) });
    expect(stop?.message).toContain(says);
    expect(stop?.hint).not.toBe('');

    await setTerms(tenant, { ...running, subscriptionEndsAt: null, quotas: {} });
    await lookAtStops();
    expect(await subjectsTo(owner)).toEqual([
      'Monitoring of Acme has stopped',
      'Monitoring of Acme has resumed',
    ]);
    expect(logged(tenant)).toEqual(['Monitoring has stopped', 'Monitoring has resumed']);
    expect(await gaugeOf(reason)).toBe(before);
    expect((await owner.call(monitoring.listMonitoringStops)).body).toEqual([]);
    expect(await stoppedOf(tenant)).toEqual([null]);
    await passTime(suiteId, 61);
    await startDueRuns(app.platform);
    if (monitored?.platform !== 'phone') expect(await runsOf(suiteId)).toHaveLength(1);
  });

  it('for one reason a second time, which is announced again', async () => {
    const tenant = await createTenant(app, running);
    await monitor(tenant.owner);
    for (const subscriptionStatus of ['disabled', 'enabled', 'disabled'] as const) {
      await setTerms(tenant, { subscriptionStatus });
      await lookAtStops();
    }
    expect(await subjectsTo(tenant.owner)).toHaveLength(3);
  });

  it('when another reason takes over, and resumes when none is left', async () => {
    const tenant = await createTenant(app, running);
    await monitor(tenant.owner);
    const later = async (terms: Terms) => {
      await setTerms(tenant, terms);
      await lookAtStops();
      return (await mailsTo(tenant.owner)).length;
    };
    expect(await later({ planId: 'startup' })).toBe(1);
    expect(await later({ subscriptionStatus: 'disabled' })).toBe(2);
    expect(await stoppedOf(tenant)).toEqual(['locked']);
    // The organization is open but still has no monitoring, so nothing runs again.
    expect(await later({ subscriptionStatus: 'enabled' })).toBe(2);
    expect(await stoppedOf(tenant)).toEqual(['plan']);
    expect(await later({ planId: 'enterprise' })).toBe(3);
    expect((await subjectsTo(tenant.owner)).at(-1)).toBe('Monitoring of Acme has resumed');
  });

  it('for many monitors: one mail counts and names them', async () => {
    const tenant = await createTenant(app, running);
    for (let index = 10; index < 22; index++)
      await monitor(tenant.owner, { name: `Suite ${index}` });
    await setTerms(tenant, { subscriptionStatus: 'disabled' });
    await lookAtStops();
    const [mail, ...more] = await mailsTo(tenant.owner);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('12 monitored test suites no longer run');
    expect(mail?.text).toContain('Suite 19 and 2 more');
  });

  it('for owners, whatever mails they want; administrators may decline, members are not asked', async () => {
    const tenant = await createTenant(app, running);
    const [admin, quiet, member] = [
      await tenant.add('admin'),
      await tenant.add('admin'),
      await tenant.add('member'),
    ];
    for (const person of [tenant.owner, quiet])
      await person.call(account.setMailPreferences, {
        params: { id: person.userId },
        body: { usage: false, alerts: false },
      });
    await monitor(tenant.owner);
    await setTerms(tenant, { subscriptionStatus: 'disabled' });
    await lookAtStops();
    const counts = [];
    for (const person of [tenant.owner, admin, quiet, member])
      counts.push((await mailsTo(person)).length);
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  it('on the status page, which shows no other state and tells nobody why', async () => {
    const tenant = await createTenant(app, running);
    const { owner } = tenant;
    const suiteId = await monitor(owner);
    const slug = `stopped-${Date.now()}`;
    const page = { slug, title: 'Acme', isPublic: true, isListed: false };
    await owner.call(statusPages.saveStatusPage, {
      body: { ...page, suites: [{ suiteId, label: 'Chat' }] },
    });
    await setTerms(tenant, { planId: 'startup' });
    const read = async () =>
      (await app.call(statusPages.readStatusPage, { params: { slug } })).body.suites[0];
    expect(await read()).toMatchObject({ state: 'stopped', stoppedSince: null });
    await lookAtStops();
    expect(await read()).toMatchObject({ state: 'stopped', stoppedSince: expect.any(String) });
    await setTerms(tenant, running);
    await lookAtStops();
    expect(await read()).toMatchObject({ state: 'unknown', stoppedSince: null });
  });
});

describe('the alert channels', () => {
  it('are notified once that monitoring stopped, and once that it resumed, unless they filter by cause', async () => {
    const tenant = await createTenant(app, running);
    const { owner } = tenant;
    await monitor(owner);
    const channel = { isEnabled: true, afterMinutes: 0, remindEveryMinutes: 15 };
    const target = { kind: 'email' as const, recipients: ['ops@acme.test'] };
    const create = async (name: string, classes: 'wrong'[]) => {
      const { body } = await owner.call(alerts.createAlertChannel, {
        body: { ...channel, name, classes, target },
      });
      return body.channel.id;
    };
    const channelIds = [await create('On call', []), await create('Team of the bot', ['wrong'])];
    const told = async () => {
      await resolveUnmonitored(app.platform.db);
      await Promise.all([1, 2].map(() => tellAlerts(app.platform)));
      await app.platform.db
        .update(alertDeliveries)
        .set({ status: 'sent', createdAt: sql`${alertDeliveries.createdAt} - interval '1 hour'` })
        .where(eq(alertDeliveries.organizationId, tenant.organizationId));
      const kinds = [];
      for (const alertChannelId of channelIds) {
        const params = { alertChannelId };
        const { body: log } = await owner.call(alerts.listAlertDeliveries, { params });
        kinds.push(log.map(({ kind, suiteName }) => `${kind} ${suiteName}`).toSorted());
      }
      return kinds;
    };
    expect(await told()).toEqual([[], []]);
    await setTerms(tenant, { subscriptionStatus: 'disabled' });
    await lookAtStops();
    expect(await told()).toEqual([['opened Monitoring of Acme'], []]);
    expect(await told()).toEqual([['opened Monitoring of Acme'], []]);
    expect((await owner.call(alerts.listAlerts)).body).toMatchObject([
      { suiteId: null, stopReason: 'locked', resolvedAt: null },
    ]);
    await setTerms(tenant, running);
    await lookAtStops();
    const both = ['opened Monitoring of Acme', 'resolved Monitoring of Acme'];
    expect(await told()).toEqual([both, []]);
    expect(await told()).toEqual([both, []]);
  });

  it.each([
    ['opened', 'Monitoring of Acme has stopped', "This month's call minutes are used up."],
    [
      'resolved',
      'Monitoring of Acme has resumed',
      'had not been checked since 2026-03-01 09:00 UTC.',
    ],
  ] as const)('read of one that is %s “%s”', (kind, title, sentence) => {
    const facts = {
      kind,
      alertId: 'a',
      suiteName: 'Monitoring of Acme',
      stopReason: 'callMinutes' as const,
      classes: [],
      openedAt: new Date('2026-03-01T09:00:00Z'),
      failingSince: new Date('2026-03-01T09:00:00Z'),
      evidence: null,
      runId: null,
      runNumber: null,
      resolvedAt: null,
      replaced: null,
      isMonitored: false,
      link: 'https://parley.example/history/monitoring',
    };
    expect(titleOf(facts)).toBe(title);
    expect(sentencesOf(facts).join(' ')).toContain(sentence);
    expect(webhookBody(facts).data).toMatchObject({ title, stopReason: 'callMinutes' });
  });
});

describe('an organization that is locked', () => {
  it('has one refused slot for each time that was due, and starts at once when it is open again', async () => {
    const tenant = await createTenant(app, { ...running, subscriptionStatus: 'disabled' });
    const suiteId = await monitor(tenant.owner, { config: { everyMinutes: 60 } });
    await lookAtStops();
    for (const minutes of [0, 60, 60]) {
      await passTime(suiteId, minutes);
      await Promise.all([1, 2, 3].map(() => startDueRuns(app.platform)));
    }
    const slots = await slotsOf(suiteId);
    expect(slots.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
    const [planned] = await app.platform.db
      .select()
      .from(monitors)
      .where(eq(monitors.suiteId, suiteId));
    expect(planned?.nextAt?.getTime()).toBeGreaterThan(Date.now());

    await setTerms(tenant, running);
    await lookAtStops();
    await startDueRuns(app.platform);
    await startDueRuns(app.platform);
    expect(await runsOf(suiteId)).toHaveLength(1);
  });
});

describe('the planned end of a plan', () => {
  const inDays = (days: number) => new Date(Date.now() + days * dayMs);

  it.each([
    ['a trial', { planId: 'trial', subscriptionStatus: 'trial' }, 'The trial of Acme ends on'],
    ['a plan', {}, 'The subscription of Acme ends on'],
  ] as const)(
    'is told once before it comes, of %s, and once when it does',
    async (_, terms, says) => {
      const tenant = await createTenant(app, running);
      await monitor(tenant.owner);
      await setTerms(tenant, { ...terms, subscriptionEndsAt: inDays(4) });
      await lookAtStops();
      expect(await subjectsTo(tenant.owner)).toEqual([]);

      await setTerms(tenant, { subscriptionEndsAt: inDays(2.9) });
      await lookAtStops();
      await lookAtStops();
      const [mail, ...more] = await mailsTo(tenant.owner);
      expect(more).toEqual([]);
      expect(mail?.subject).toMatch(/^Monitoring of Acme stops on [A-Z][a-z]+ \d+$/);
      expect(mail?.text).toContain(says);
      expect(mail?.text).toContain('Opening hours');
      expect(logged(tenant)).toEqual(['Monitoring will stop']);
      expect(await stoppedOf(tenant)).toEqual([null]);

      await setTerms(tenant, { subscriptionEndsAt: inDays(-0.01) });
      await lookAtStops();
      await lookAtStops();
      expect((await subjectsTo(tenant.owner)).slice(1)).toEqual(['Monitoring of Acme has stopped']);
    },
  );

  it('that moves is announced again only when it is near again', async () => {
    const tenant = await createTenant(app, running);
    await monitor(tenant.owner);
    const count = async (subscriptionEndsAt: Date | null) => {
      await setTerms(tenant, { subscriptionEndsAt });
      await lookAtStops();
      return (await mailsTo(tenant.owner)).length;
    };
    expect(await count(inDays(2))).toBe(1);
    expect(await count(inDays(30))).toBe(1);
    expect(await count(inDays(2))).toBe(2);
    expect(await count(null)).toBe(2);
    expect(logged(tenant)).toEqual(['Monitoring will stop', 'Monitoring will stop']);
  });
});

describe('a quota that is used up', () => {
  it.each(['the stop', 'the use'])(
    'is announced once, whichever is seen first: %s',
    async (first) => {
      const tenant = await createTenant(app, running);
      const suiteId = await monitor(tenant.owner);
      await setTerms(tenant, { quotas: { interactions: 500 } });
      await useUp(tenant, { interactions: 500 });
      const warn = () => warnOfQuotas({ ...app.platform, tellsOfStop });
      if (first === 'the use') await warn();
      await lookAtStops();
      await warn();
      // The stop no longer affects any monitor, but its end is announced anyway.
      const until = new Date(Date.now() + dayMs).toISOString();
      await tenant.owner.call(monitoring.pauseMonitor, { params: { suiteId }, body: { until } });
      await warn();
      expect(await subjectsTo(tenant.owner)).toEqual(['Monitoring of Acme has stopped']);
    },
  );

  it('is announced as such if it stops no monitor', async () => {
    const tenant = await createTenant(app, running);
    await monitor(tenant.owner);
    await setTerms(tenant, { quotas: { callMinutes: 10 } });
    await useUp(tenant, { callSeconds: 600 });
    await lookAtStops();
    await warnOfQuotas({ ...app.platform, tellsOfStop });
    expect(await subjectsTo(tenant.owner)).toEqual(['Acme has used up its call minutes']);
    expect(await stoppedOf(tenant)).toEqual([null]);
  });
});

describe('nobody is told of a stop', () => {
  const pausedUntil = new Date(Date.now() + dayMs);

  it('of an organization without an end and with quota left', async () => {
    const tenant = await createTenant(app, running);
    const suiteId = await monitor(tenant.owner);
    await setTerms(tenant, { planId: 'self-hosted', quotas: { interactions: 500 } });
    await useUp(tenant, { interactions: 499 });
    await lookAtStops();
    await startDueRuns(app.platform);
    expect(await subjectsTo(tenant.owner)).toEqual([]);
    expect(await stoppedOf(tenant)).toEqual([null]);
    expect(await slotsOf(suiteId)).toMatchObject([{ outcome: 'run' }]);
    expect(logged(tenant)).toEqual([]);
  });

  it('of a monitor that is paused, until its pause is over', async () => {
    const tenant = await createTenant(app, running);
    const { owner, organizationId } = tenant;
    const suiteId = await monitor(owner);
    await app.platform.db.insert(monitors).values({ suiteId, organizationId, pausedUntil });
    await setTerms(tenant, { planId: 'startup', subscriptionEndsAt: new Date(Date.now() + dayMs) });
    const before = await notRun('plan');
    await startDueRuns(app.platform);
    await lookAtStops();
    expect(await slotsOf(suiteId)).toMatchObject([{ outcome: 'skipped', reason: 'Paused' }]);
    expect([await subjectsTo(owner), await notRun('plan')]).toEqual([[], before]);

    await owner.call(monitoring.pauseMonitor, { params: { suiteId }, body: { until: null } });
    await lookAtStops();
    expect(await subjectsTo(owner)).toEqual(['Monitoring of Acme has stopped']);
  });

  it('again when a monitor is paused while it is stopped', async () => {
    const tenant = await createTenant(app, { ...running, planId: 'startup' });
    const { owner } = tenant;
    const suiteId = await monitor(owner);
    await lookAtStops();
    for (const until of [pausedUntil.toISOString(), null]) {
      await owner.call(monitoring.pauseMonitor, { params: { suiteId }, body: { until } });
      await lookAtStops();
    }
    expect(await subjectsTo(owner)).toEqual(['Monitoring of Acme has stopped']);
  });

  it('by a time that a calendar leaves out', async () => {
    const tenant = await createTenant(app, running);
    const { owner } = tenant;
    const { body: calendar } = await owner.call(monitoring.createCalendar, {
      body: {
        name: 'Closed',
        timeZone: 'UTC',
        windows: [
          {
            kind: 'once',
            reason: 'Move',
            start: new Date(Date.now() - dayMs).toISOString(),
            end: new Date(Date.now() + dayMs).toISOString(),
          },
        ],
        holidays: [],
      },
    });
    const suiteId = await monitor(owner, { config: { calendarIds: [calendar.id] } });
    await startDueRuns(app.platform);
    await lookAtStops();
    expect(await slotsOf(suiteId)).toMatchObject([{ outcome: 'skipped' }]);
    expect(await subjectsTo(owner)).toEqual([]);
    expect(await stoppedOf(tenant)).toEqual([null]);
  });

  it('that has nothing monitored, or switched it off meanwhile', async () => {
    const tenant = await createTenant(app, { ...running, subscriptionStatus: 'disabled' });
    const { owner } = tenant;
    await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
    await lookAtStops();
    expect(await subjectsTo(owner)).toEqual([]);
    const suiteId = await monitor(owner);
    await lookAtStops();
    await owner.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: false } });
    await setTerms(tenant, running);
    await lookAtStops();
    expect(await subjectsTo(owner)).toEqual(['Monitoring of Acme has stopped']);
    expect((await owner.call(monitoring.listMonitoringStops)).body).toEqual([]);
  });

  it('of call minutes, for a monitor that makes no calls', async () => {
    const tenant = await createTenant(app, running);
    await monitor(tenant.owner);
    await monitor(tenant.owner, { name: 'Hotline', platform: 'phone' });
    await setTerms(tenant, { quotas: { callMinutes: 10 } });
    await useUp(tenant, { callSeconds: 600 });
    await lookAtStops();
    const { body } = await tenant.owner.call(monitoring.listMonitors);
    const stopped = body.items.map(({ suiteName, stopped: of }) => [suiteName, of?.reason ?? null]);
    expect(Object.fromEntries(stopped)).toEqual({ Hotline: 'callMinutes', 'Opening hours': null });
    const [mail] = await mailsTo(tenant.owner);
    expect(mail?.text).toContain('Hotline');
    expect(mail?.text).not.toContain('Opening hours');
  });
});

describe('monitors that no worker looked after', () => {
  it('are announced once when a worker is back, and again after the next time', async () => {
    const tenant = await createTenant(app, running);
    const { owner } = tenant;
    const hourly = [await monitor(owner), await monitor(owner, { name: 'Hotline' })];
    const paused = await monitor(owner, { name: 'Paused' });
    await startDueRuns(app.platform);
    await app.platform.db
      .update(monitors)
      .set({ pausedUntil: new Date(Date.now() + dayMs) })
      .where(eq(monitors.suiteId, paused));
    for (const suiteId of hourly) await passTime(suiteId, 4 * 60);
    await Promise.all([1, 2].map(() => startDueRuns(app.platform)));
    await startDueRuns(app.platform);
    expect(await subjectsTo(owner)).toEqual(['Monitoring of Acme was interrupted']);
    const [mail] = await mailsTo(owner);
    expect(mail?.text).toContain('No worker of this installation was available from');
    expect(logged(tenant)).toEqual(['Monitoring was interrupted: no worker was there']);
    expect(await stoppedOf(tenant)).toEqual([null, null, null]);

    await app.platform.db.execute(
      sql`update monitoring_stops set resumed_at = resumed_at - interval '2 days'`,
    );
    for (const suiteId of hourly) await passTime(suiteId, 100);
    await startDueRuns(app.platform);
    expect(await subjectsTo(owner)).toHaveLength(2);
  });

  it('are not told of where one was away for a few minutes', async () => {
    const { owner } = await createTenant(app, running);
    const suiteId = await monitor(owner);
    await startDueRuns(app.platform);
    const [planned] = await app.platform.db
      .select()
      .from(monitors)
      .where(eq(monitors.suiteId, suiteId));
    const late = Date.now() - 20 * 60_000;
    await passTime(suiteId, Math.round(((planned?.nextAt?.getTime() ?? 0) - late) / 60_000));
    await startDueRuns(app.platform);
    expect(await slotsOf(suiteId)).toHaveLength(2);
    expect(await subjectsTo(owner)).toEqual([]);
  });
});
