/** Tests that recipients outside the organization get one email that asks for consent, and alerts once they agree. */
import { type AlertTarget, alerts, organizations } from '@parley/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertChannels, alertRecipients } from '../../../db/schema/alerts.ts';
import { outboxMails } from '../../../db/schema/outbox.ts';
import { createTenant, type Tenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { alertRoute } from '../../../test/valid-requests.ts';

let app: TestApp;
let tenant: Tenant;
let people = 0;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  tenant = await createTenant(app);
}, 60_000);
afterAll(() => app.close());

const stranger = () => `stranger-${++people}@elsewhere.test`;
const mailTo = (...recipients: string[]): AlertTarget => ({ kind: 'email', recipients });

async function create(target: AlertTarget, { owner }: Tenant = tenant) {
  const body = { ...alertRoute, name: 'On call', target };
  const answer = await owner.call(alerts.createAlertChannel, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.channel;
}

const sendTest = async (alertChannelId: string, { owner }: Tenant = tenant) =>
  (await owner.call(alerts.testAlertChannel, { params: { alertChannelId } })).body;

async function shown(alertChannelId: string) {
  const { body } = await tenant.owner.call(alerts.listAlertChannels);
  return body.find(({ id }) => id === alertChannelId);
}

const mailsTo = (recipient: string) =>
  app.platform.db.select().from(outboxMails).where(eq(outboxMails.recipient, recipient));

async function linksTo(recipient: string) {
  const [mail] = await mailsTo(recipient);
  const [confirm = '', decline = ''] = mail?.text.match(/http\S+/g) ?? [];
  return { confirm: new URL(confirm), decline: new URL(decline) };
}

const tokenIn = ({ searchParams }: URL) => searchParams.get('token') ?? '';

const answer = (token: string, given: 'confirmed' | 'declined') =>
  app.call(alerts.answerAlertRecipient, { body: { token, answer: given } });

describe('a recipient outside of the organization', () => {
  it('gets one mail that asks, and nothing else until it is confirmed', async () => {
    const email = stranger();
    const channel = await create(mailTo(email));
    expect(channel.waiting).toEqual([email]);
    for (let time = 0; time < 3; time += 1)
      expect(await sendTest(channel.id)).toMatchObject({
        status: 'failed',
        error: '1 recipient has not confirmed yet.',
      });
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Do you want alerts from Acme?']);
  });

  it('gets alerts once it is confirmed, in whatever channel of the organization', async () => {
    const email = stranger();
    const channel = await create(mailTo(email));
    const { confirm } = await linksTo(email);
    const read = await app.call(alerts.readAlertRecipient, { query: { token: tokenIn(confirm) } });
    expect(read.body).toEqual({ email, organization: 'Acme', answer: null });
    expect((await answer(tokenIn(confirm), 'confirmed')).status).toBe(204);
    expect(await sendTest(channel.id)).toMatchObject({ status: 'sent', error: null });
    expect((await create(mailTo(email.toUpperCase()))).waiting).toEqual([]);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('is confirmed for one organization alone', async () => {
    const email = stranger();
    await create(mailTo(email));
    await answer(tokenIn((await linksTo(email)).confirm), 'confirmed');
    const other = await createTenant(app, { name: 'Other' });
    expect((await create(mailTo(email), other)).waiting).toEqual([email]);
  });

  it('gets nothing more where it is declined, and may change its mind', async () => {
    const email = stranger();
    const channel = await create(mailTo(email, tenant.owner.email));
    const { confirm, decline } = await linksTo(email);
    expect(decline.searchParams.get('answer')).toBe('declined');
    await answer(tokenIn(decline), 'declined');
    expect(await sendTest(channel.id)).toMatchObject({
      status: 'sent',
      error: 'Not sent to all. 1 recipient has declined alerts.',
    });
    const params = { alertChannelId: channel.id };
    const again = await tenant.owner.call(alerts.askAlertRecipients, { params });
    expect(again.error?.code).toBe('limit_reached');
    expect(await shown(channel.id)).toMatchObject({ waiting: [], declined: [email] });
    expect(await mailsTo(email)).toHaveLength(1);
    await answer(tokenIn(confirm), 'confirmed');
    expect(await shown(channel.id)).toMatchObject({ waiting: [], declined: [] });
  });

  it('is asked again once a day, three times in all', async () => {
    const email = stranger();
    const params = { alertChannelId: (await create(mailTo(email))).id };
    const ask = async () => (await tenant.owner.call(alerts.askAlertRecipients, { params })).status;
    const dayLater = async () => {
      await app.platform.db
        .update(alertRecipients)
        .set({ askedAt: sql`now() - interval '25 hours'` });
      await app.platform.db
        .update(outboxMails)
        .set({ createdAt: sql`${outboxMails.createdAt} - interval '25 hours'` });
    };
    expect(await ask()).toBe(409);
    const statuses = [];
    for (let day = 0; day < 3; day += 1) {
      await dayLater();
      statuses.push(await ask());
    }
    expect(statuses).toEqual([200, 200, 409]);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('is asked three times an hour by all organizations together', async () => {
    const email = stranger();
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      await create(mailTo(email), await createTenant(app, { name }));
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('is asked ten times an hour in all spellings of its mailbox', async () => {
    const [name] = stranger().split('@');
    const addresses = Array.from({ length: 12 }, (_, tag) => `${name}+${tag}@example.org`);
    for (const email of addresses) await create(mailTo(email));
    const mailed = await Promise.all(addresses.map((email) => mailsTo(email)));
    expect(mailed.flat()).toHaveLength(10);
  });

  it('may be a member who leaves: then it is asked', async () => {
    const member = await tenant.add('member');
    const channel = await create(mailTo(member.email));
    expect(channel.waiting).toEqual([]);
    expect((await sendTest(channel.id)).status).toBe('sent');
    const params = { memberId: member.userId };
    await tenant.owner.call(organizations.removeMember, { params });
    expect((await sendTest(channel.id)).status).toBe('failed');
    const subjects = (await mailsTo(member.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Test alert from Parley', 'Do you want alerts from Acme?']);
  });

  it('is not confirmed by a token of another kind', async () => {
    const token = 'x'.repeat(43);
    expect((await answer(token, 'confirmed')).status).toBe(401);
  });
});

describe('a channel of before anybody was asked', () => {
  it('keeps all of its recipients, even when others are added', async () => {
    const [before, added] = [stranger(), stranger()];
    const { id } = await create(mailTo(before));
    const { db } = app.platform;
    // As the previous version stored it.
    await db.update(alertChannels).set({ asksRecipients: false }).where(eq(alertChannels.id, id));
    await db
      .delete(alertRecipients)
      .where(
        and(eq(alertRecipients.organizationId, tenant.organizationId), eq(alertRecipients.asks, 1)),
      );
    expect(await shown(id)).toMatchObject({ waiting: [] });
    expect((await sendTest(id)).status).toBe('sent');
    const params = { alertChannelId: id };
    const body = { ...alertRoute, name: 'On call', target: mailTo(before, added) };
    const changed = await tenant.owner.call(alerts.updateAlertChannel, { params, body });
    expect(changed.body).toMatchObject({ waiting: [added] });
    expect(await sendTest(id)).toMatchObject({
      status: 'sent',
      error: 'Not sent to all. 1 recipient has not confirmed yet.',
    });
  });
});
