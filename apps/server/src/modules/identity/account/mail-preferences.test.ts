import { account, alerts, organizations } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails, runs } from '../../../db/schema/index.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { confirmRecipients } from '../../../test/confirm-recipients.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { countUsage } from '../../billing/billing.ts';
import { warnOfQuotas } from '../../billing/warn-of-quotas.ts';
import { tellsOfStop } from '../../monitoring/slots/follow-stops.ts';
import { tellResults } from '../../runs/results/tell-results.ts';

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

const mailsTo = (recipient: string) =>
  app.platform.db.select().from(outboxMails).where(eq(outboxMails.recipient, recipient));

const choose = (member: Member, change: object) =>
  member.call(account.setMailPreferences, {
    params: { id: member.userId },
    body: { alerts: true, usage: true, runs: 'never', ...change },
  });

const chosen = async (member: Member) =>
  (await member.call(account.getMailPreferences, { params: { id: member.userId } })).body;

const tokenOf = (mail: { unsubscribeUrl: string | null } | undefined) =>
  new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';

async function runOf(member: Member, expected?: string): Promise<void> {
  const suiteId = await createBotSuite(member, { botUrl: bot.url, ...(expected && { expected }) });
  await untilEnded(member, (await startRun(member, suiteId)).id);
  await Promise.all([tellResults(app.platform), tellResults(app.platform)]);
}

async function useUp(organizationId: string): Promise<void> {
  const scope = { db: app.platform.db, organizationId };
  await countUsage(scope, 'run:earlier', { interactions: 10_000, callSeconds: 0 });
  await warnOfQuotas({ ...app.platform, tellsOfStop });
}

describe('the mails that somebody gets', () => {
  it('change one by one: omitted ones stay unchanged', async () => {
    const { owner: ada } = await createTenant(app);
    const params = { id: ada.userId };
    for (const body of [{ usage: false }, { runs: 'failed' as const }, {}]) {
      expect((await ada.call(account.setMailPreferences, { params, body })).status).toBe(200);
    }
    expect(await chosen(ada)).toEqual({ alerts: true, usage: false, runs: 'failed' });
  });

  it('are alerts and usage by default, and then what the person chooses', async () => {
    const { owner: ada } = await createTenant(app);
    expect(await chosen(ada)).toEqual({ alerts: true, usage: true, runs: 'never' });
    await choose(ada, { usage: false, runs: 'failed' });
    expect(await chosen(ada)).toEqual({ alerts: true, usage: false, runs: 'failed' });
  });

  it('can be chosen only by their owner', async () => {
    const { owner: ada } = await createTenant(app);
    const { owner: eve } = await createTenant(app);
    const params = { id: ada.userId };
    const body = { alerts: false, usage: false, runs: 'never' as const };
    expect((await eve.call(account.setMailPreferences, { params, body })).status).toBe(404);
    expect((await eve.call(account.getMailPreferences, { params })).status).toBe(404);
  });

  it('include usage only for people who want it', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    await choose(admin, { usage: false });
    await useUp(tenant.organizationId);
    expect(await mailsTo(tenant.owner.email)).toHaveLength(1);
    expect(await mailsTo(admin.email)).toEqual([]);
  });

  it('include alerts only for people who want them, and a channel without recipients says so', async () => {
    const tenant = await createTenant(app);
    const admin = await tenant.add('admin');
    const create = async (recipients: string[]) =>
      (
        await tenant.owner.call(alerts.createAlertChannel, {
          body: {
            name: recipients.join(),
            target: { kind: 'email', recipients },
            isEnabled: true,
            classes: [],
            afterMinutes: 0,
            remindEveryMinutes: null,
          },
        })
      ).body.channel.id;
    const test = async (recipients: string[]) => {
      const params = { alertChannelId: await create(recipients) };
      return (await tenant.owner.call(alerts.testAlertChannel, { params })).body;
    };
    await choose(admin, { alerts: false });
    await confirmRecipients(app, tenant.organizationId, ['ops@acme.test']);
    await test([admin.email.toUpperCase(), 'ops@acme.test']);
    expect(await mailsTo('ops@acme.test')).toHaveLength(1);
    for (const address of [admin.email, admin.email.toUpperCase()])
      expect(await mailsTo(address)).toEqual([]);
    expect(await test([admin.email])).toMatchObject({
      error: 'All recipients have unsubscribed from alerts.',
    });
  });

  it('report the results of runs, once, as the person prefers', async () => {
    const { owner: ada } = await createTenant(app);
    await runOf(ada, 'never on Sundays');
    expect(await mailsTo(ada.email)).toEqual([]);
    await choose(ada, { runs: 'failed' });
    await runOf(ada);
    expect(await mailsTo(ada.email)).toEqual([]);
    await runOf(ada, 'never on Sundays');
    await choose(ada, { runs: 'always' });
    await runOf(ada);
    const subjects = (await mailsTo(ada.email)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(['Opening hours · #1 failed', 'Opening hours · #1 passed']);
  });

  it('tell of tests that were too uncertain to judge', async () => {
    const { owner: ada } = await createTenant(app);
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    const { id, counts } = await untilEnded(ada, (await startRun(ada, suiteId)).id);
    const { db } = app.platform;
    await choose(ada, { runs: 'always' });
    await db
      .update(runs)
      .set({
        status: 'failed',
        counts: { ...counts, passed: 0, unsure: 1 },
        finishedAt: sql`now()`,
      })
      .where(eq(runs.id, id));
    await tellResults(app.platform);
    const [mail] = await mailsTo(ada.email);
    expect(mail?.subject).toBe('Opening hours · #1 is undecided');
    expect(mail?.text).toContain('0 of 1 test passed, 1 too uncertain to judge.');
  });

  it('contain nothing of an organization that the person was removed from', async () => {
    const { owner, add } = await createTenant(app);
    const left = await add('member');
    await choose(left, { runs: 'always' });
    const suiteId = await createBotSuite(owner, { botUrl: bot.url });
    const { id } = await startRun(left, suiteId);
    const params = { memberId: left.userId };
    expect((await owner.call(organizations.removeMember, { params })).status).toBe(204);
    await untilEnded(owner, id);
    await tellResults(app.platform);
    expect((await mailsTo(left.email)).map(({ subject }) => subject)).not.toContain(
      'Opening hours passed',
    );
  });
});

describe('the link to unsubscribe', () => {
  it('says what it stops, stops only that, and needs no sign-in', async () => {
    const tenant = await createTenant(app);
    await useUp(tenant.organizationId);
    const [mail] = await mailsTo(tenant.owner.email);
    const token = tokenOf(mail);
    expect(mail?.text).toContain(`Unsubscribe:\n${mail?.unsubscribeUrl}`);
    expect(mail?.html).toContain('>Unsubscribe</a>');
    const { body } = await app.call(account.readUnsubscription, { query: { token } });
    expect(body).toEqual({ email: tenant.owner.email, kind: 'usage' });
    expect((await chosen(tenant.owner)).usage).toBe(true);
    expect((await app.call(account.unsubscribe, { body: { token } })).status).toBe(204);
    expect(await chosen(tenant.owner)).toEqual({ alerts: true, usage: false, runs: 'never' });
  });

  it('cannot be made up', async () => {
    const tenant = await createTenant(app);
    await useUp(tenant.organizationId);
    const token = tokenOf((await mailsTo(tenant.owner.email))[0]);
    for (const forged of ['x', token.slice(0, -4), `${token.slice(0, -4)}AAAA`]) {
      const { error } = await app.call(account.unsubscribe, { body: { token: forged } });
      expect(error?.code).toBe('invalid_token');
    }
    expect((await chosen(tenant.owner)).usage).toBe(true);
  });
});
