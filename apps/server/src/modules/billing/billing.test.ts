import { billing, devices, organizations as endpoints, runs, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  organizations,
  outboxMails,
  suites as suiteRows,
  usageEvents,
} from '../../db/schema/index.ts';
import { botSuiteSource, createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { untilWaiting } from '../../test/until-waiting.ts';
import { startDueRuns } from '../monitoring/slots/start-due-runs.ts';
import { lockTerms } from '../organizations/organizations.ts';
import { countUsage } from './count-usage.ts';
import { warnOfQuotas } from './warn-of-quotas.ts';

let bot: DemoBot;
let app: TestApp;
let tenant: Tenant;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

async function newTenant(planId = 'trial'): Promise<void> {
  tenant = await createTenant(app, { planId });
  ada = tenant.owner;
}

function use(interactions: number, callSeconds = 0): Promise<void> {
  const scope = { db: app.platform.db, organizationId: tenant.organizationId };
  return countUsage(scope, 'run:earlier', { interactions, callSeconds });
}

const setQuota = (interactions: number) =>
  app.platform.db
    .update(organizations)
    .set({ quotas: { interactions } })
    .where(eq(organizations.id, tenant.organizationId));

async function meter(kind: string) {
  const { body } = await ada.call(billing.getBilling);
  return body.meters.find((each) => each.kind === kind);
}

async function begin(suiteId: string) {
  return ada.call(runs.startRun, { params: { suiteId }, body: {} });
}

describe('usage', () => {
  it('[A-309, S-003] is counted once for each interaction of a run, and answered by both calls', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 3, turns: 4 });
    await untilEnded(ada, (await startRun(ada, suiteId)).id);
    expect(await meter('interactions')).toMatchObject({ used: 12, quota: 10_000 });
    const { body } = await ada.call(endpoints.getUsage);
    expect(body).toMatchObject({ interactions: 12, callMinutes: 0, testRuns: 1, devices: 0 });
    const { days } = (await ada.call(billing.getBilling)).body;
    expect(days.at(-1)).toMatchObject({ interactions: 12 });
  });

  it('of runs that end at once adds up', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 2 });
    const started = await Promise.all(Array.from({ length: 6 }, () => startRun(ada, suiteId)));
    await Promise.all(started.map(({ id }) => untilEnded(ada, id)));
    expect(await meter('interactions')).toMatchObject({ used: 24 });
  });

  it('outlives the suite and the run it came from', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    await untilEnded(ada, (await startRun(ada, suiteId)).id);
    await ada.call(suites.deleteSuite, { params: { suiteId } });
    expect(await meter('interactions')).toMatchObject({ used: 1 });
  });

  it('of call minutes is rounded up once, over the month', async () => {
    await newTenant();
    await use(0, 90);
    await use(0, 90);
    expect(await meter('callMinutes')).toMatchObject({ used: 3, quota: 100 });
  });

  it('of an earlier month does not count', async () => {
    await newTenant();
    await use(9_999);
    await app.platform.db
      .update(usageEvents)
      .set({ day: sql`${usageEvents.day} - 40` })
      .where(eq(usageEvents.organizationId, tenant.organizationId));
    expect(await meter('interactions')).toMatchObject({ used: 0 });
  });

  it('is visible to every member, and to no one else', async () => {
    await newTenant();
    const member = await tenant.add('member');
    expect((await member.call(billing.getBilling)).status).toBe(200);
    const stranger = (await createTenant(app)).owner;
    const params = { orgId: tenant.organizationId };
    expect((await stranger.call(billing.getBilling, { params })).status).toBe(404);
  });
});

/** Finds the last event of a run, whose thousands of interactions fill several pages of events. */
async function lastEventOf(runId: string) {
  const params = { runId };
  for (let after = 0; ; ) {
    const page = await ada.call(runs.listRunEvents, { params, query: { after, limit: 5000 } });
    const last = page.body.events.at(-1);
    if (page.body.isComplete || last === undefined) return last?.event;
    after = last.seq;
  }
}

describe('a quota that is used up', () => {
  it('stops new runs and names the quota, and lets active runs continue', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 2, turns: 3 });
    await use(9_994);
    const last = await startRun(ada, suiteId);
    const refused = await begin(suiteId);
    expect(refused.status).toBe(402);
    expect(refused.error?.code).toBe('quota_reached');
    expect(await untilEnded(ada, last.id)).toMatchObject({ status: 'passed' });
    expect(await meter('interactions')).toMatchObject({ used: 10_000 });
    expect((await begin(suiteId)).error?.message).toBe(
      'The 10,000 interactions of this month are used up.',
    );
  });

  it('gives the last of it to one of many parallel starts', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, turns: 5 });
    await use(9_991);
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(suiteId)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([202, ...Array.from({ length: 7 }, () => 402)]);
  });

  it('refuses a run that needs more than is left, with both numbers', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 3, turns: 4 });
    await use(9_990);
    const refused = await begin(suiteId);
    expect([refused.status, refused.error?.code]).toEqual([402, 'quota_reached']);
    expect(refused.error?.message).toBe(
      'The run has 12 interactions. Of the 10,000 of this month 10 are left.',
    );
    const body = { tests: ['Test 1', 'Test 2'] };
    const smaller = await ada.call(runs.startRun, { params: { suiteId }, body });
    expect(smaller.status).toBe(202);
    await untilEnded(ada, smaller.body.id);
    expect(await meter('interactions')).toMatchObject({ used: 9_998 });
  });

  it('ends a run that exceeds its reservation, and says why', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 6, concurrency: 1 });
    const { body: suite } = await ada.call(suites.getSuite, { params: { suiteId } });
    const source = suite.source.replaceAll(
      '- When are you open?: Monday to Friday',
      '- When are you open?:\n    - prompt: Monday to Friday\n    - goto: When are you open?',
    );
    expect(source).toContain('goto');
    const params = { suiteId };
    const body = { source, version: suite.version };
    expect((await ada.call(suites.updateSuite, { params, body })).status).toBe(200);
    await setQuota(1000);
    const { id } = await startRun(ada, suiteId);
    const run = await untilEnded(ada, id, 60_000);
    expect(run).toMatchObject({ status: 'error' });
    expect(await lastEventOf(id)).toMatchObject({
      type: 'run.finished',
      failure: {
        code: 'quota-reached',
        message: 'The 1,000 interactions of this month are used up.',
      },
    });
    // A test counts when it ends, and the next one may have started.
    expect((await meter('interactions'))?.used).toBeLessThan(2500);
  });

  it('stops a monitored suite, whose slot says so', async () => {
    await newTenant();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    await use(10_000);
    await ada.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
    await startDueRuns(app.platform);
    expect((await ada.call(runs.listRuns, { query: { suiteId } })).body.items).toEqual([]);
    const { stoppedMonitors } = (await ada.call(billing.getBilling)).body;
    expect(stoppedMonitors).toMatchObject([{ suiteId, suiteName: 'Opening hours' }]);
    expect(stoppedMonitors[0]?.reason).toContain('10,000 interactions of this month are used up');
  });

  it('of monitored tests and of devices refuses one more', async () => {
    await newTenant();
    const many = await createBotSuite(ada, { botUrl: bot.url, tests: 60 });
    const more = await createBotSuite(ada, { botUrl: bot.url, tests: 41 });
    const monitor = (suiteId: string) =>
      ada.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
    expect((await monitor(many)).status).toBe(200);
    expect((await monitor(many)).status).toBe(200);
    expect((await monitor(more)).error?.message).toBe('The plan includes 100 monitored tests.');

    const quota = (await meter('devices'))?.quota ?? 0;
    const create = (name: string) =>
      ada.call(devices.createDevice, {
        body: {
          name,
          locale: 'en-US',
          settings: {
            platform: 'webchat',
            browser: 'chrome-windows',
            viewport: { width: 1440, height: 900 },
          },
        },
      });
    for (let made = 0; made < quota; made += 1) {
      const { status, text } = await create(`Device ${made}`);
      expect(status, text).toBe(201);
    }
    expect((await create('One more')).error?.code).toBe('quota_reached');
  });

  it('of monitored tests refuses a new test in a monitored suite, and allows other changes', async () => {
    await newTenant();
    const full = await createBotSuite(ada, { botUrl: bot.url, tests: 100 });
    const idle = await createBotSuite(ada, { botUrl: bot.url, tests: 1 });
    const params = { suiteId: full };
    await ada.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    const change = (suiteId: string, tests: number) => {
      const source = botSuiteSource({ botUrl: bot.url, tests });
      return ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
    };
    const refused = await change(full, 101);
    expect(refused.status).toBe(402);
    expect(refused.error?.message).toBe('The plan includes 100 monitored tests.');
    expect((await meter('monitoredTests'))?.used).toBe(100);
    expect((await change(idle, 2)).status).toBe(200);
    for (const tests of [100, 99, 100]) expect((await change(full, tests)).status).toBe(200);
  });

  const oneAfterTheOther = [
    {
      meanwhile: 'is monitored',
      other: { isMonitoring: true },
      request: (suiteId: string) => {
        const source = botSuiteSource({ botUrl: bot.url, tests: 101 });
        return ada.call(suites.updateSuite, { params: { suiteId }, body: { source } });
      },
    },
    {
      meanwhile: 'gets another test',
      other: { testCount: 101 },
      request: (suiteId: string) =>
        ada.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } }),
    },
  ];

  it.runIf(process.env.PARLEY_TEST_DATABASE_URL).each(oneAfterTheOther)(
    'of monitored tests is not passed with a suite that $meanwhile at that moment',
    async ({ other, request }) => {
      await newTenant();
      const { db } = app.platform;
      const suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 100 });
      let answer: ReturnType<typeof request> | undefined;
      await db.transaction(async (tx) => {
        await lockTerms({ db: tx, organizationId: tenant.organizationId });
        await tx.update(suiteRows).set(other).where(eq(suiteRows.id, suiteId));
        answer = request(suiteId);
        await untilWaiting(db, 'select');
      });
      expect((await answer)?.error?.message).toBe('The plan includes 100 monitored tests.');
    },
  );

  it('does not exist on a plan without quotas', async () => {
    await newTenant('enterprise');
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    await use(100_000_000);
    expect((await begin(suiteId)).status).toBe(202);
    expect(await meter('interactions')).toMatchObject({ quota: null });
  });
});

describe('a warning', () => {
  const warn = () => warnOfQuotas({ ...app.platform, tellsOfStop: () => Promise.resolve(false) });

  const mailsTo = (recipient: string) =>
    app.platform.db.select().from(outboxMails).where(eq(outboxMails.recipient, recipient));

  it('goes once to owners and admins at 80%, and once at 100%', async () => {
    await newTenant();
    const admin = await tenant.add('admin');
    const member = await tenant.add('member');
    await use(7_999);
    await warn();
    expect(await mailsTo(ada.email)).toEqual([]);

    await use(1);
    await Promise.all(Array.from({ length: 5 }, () => warn()));
    for (const { email } of [ada, admin]) {
      const mails = await mailsTo(email);
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Acme has used 80% of its interactions',
      ]);
      expect(mails[0]?.text).toContain('/billing');
    }

    await use(2_000);
    await warn();
    await warn();
    const subjects = (await mailsTo(ada.email)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects).toContain('Acme has used up its interactions');
    expect(await mailsTo(member.email)).toEqual([]);
  });

  it('goes out again where a larger plan of the same month is used up, too', async () => {
    await newTenant('startup');
    await use(25_000);
    await warn();
    await app.platform.db
      .update(organizations)
      .set({ planId: 'contact-centers' })
      .where(eq(organizations.id, tenant.organizationId));
    await warn();
    expect(await mailsTo(ada.email)).toHaveLength(1);
    await use(175_000);
    await warn();
    await use(50_000);
    await warn();
    const texts = (await mailsTo(ada.email)).map(({ text }) => text);
    expect(texts.map((text) => /used ([\d,]+ of the [\d,]+)/.exec(text)?.[1]).toSorted()).toEqual([
      '200,000 of the 250,000',
      '25,000 of the 25,000',
      '250,000 of the 250,000',
    ]);
  });

  it('of call minutes mentions phone runs, since others continue', async () => {
    await newTenant();
    await use(0, 90 * 60);
    await warn();
    expect((await mailsTo(ada.email))[0]?.text).toContain('At 100% new phone runs, monitored ones');
    await use(0, 10 * 60);
    await warn();
    const texts = (await mailsTo(ada.email)).map(({ text }) => text);
    expect(texts.some((text) => /Until .* new phone runs, monitored ones/.test(text))).toBe(true);
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    expect((await begin(suiteId)).status).toBe(202);
  });
});
