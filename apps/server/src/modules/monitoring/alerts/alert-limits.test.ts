import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AlertTarget, alerts } from '@parley/contract';
import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { alertCounts, alertDeliveries } from '../../../db/schema/alerts.ts';
import { outboxMails } from '../../../db/schema/index.ts';
import { newId } from '../../../platform/security/ids.ts';
import { confirmRecipients } from '../../../test/confirm-recipients.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { alertLimits, trialMailsMax } from './alert-limits.ts';
import { createAlertSender } from './alert-sender.ts';
import { deliverAlerts } from './deliver-alerts.ts';

let app: TestApp;
let owner: Member;
let posts = 0;
const receiver = createServer((_, response) => {
  posts += 1;
  response.end('ok');
});
let base: string;

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  // Only the tests deliver alerts.
  app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_EGRESS_ALLOW: new URL(base).host },
  });
});

beforeEach(async () => {
  posts = 0;
  owner = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  receiver.close();
});

async function addChannel(target: AlertTarget): Promise<string> {
  const route = { isEnabled: true, classes: [], afterMinutes: 0, remindEveryMinutes: null };
  const body = { ...route, name: 'On call', target };
  const answer = await owner.call(alerts.createAlertChannel, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.channel.id;
}

async function mailTo(...recipients: string[]): Promise<string> {
  await confirmRecipients(app, owner.organizationId, recipients);
  return addChannel({ kind: 'email', recipients });
}

/** Sends this many test alerts, and returns the last result. */
async function sendTests(alertChannelId: string, times: number) {
  for (let time = 1; ; time += 1) {
    const { body } = await owner.call(alerts.testAlertChannel, { params: { alertChannelId } });
    if (time === times) return body;
  }
}

async function mailsTo(pattern: string): Promise<number> {
  const [row] = await app.platform.db
    .select({ total: count() })
    .from(outboxMails)
    .where(sql`${outboxMails.recipient} like ${pattern}`);
  return row?.total ?? 0;
}

async function deliver(): Promise<void> {
  await deliverAlerts(app.platform, createAlertSender(app.platform), new AbortController().signal);
}

/** Inserts a delivery of an alert that is due on the channel now. */
async function alertDue(channelId: string): Promise<void> {
  const { organizationId } = owner;
  await app.platform.db
    .insert(alertDeliveries)
    .values({ id: newId(), organizationId, channelId, kind: 'opened' });
}

const shown = async (alertChannelId: string) =>
  (await owner.call(alerts.listAlertDeliveries, { params: { alertChannelId } })).body;

/** Uses up the daily limit of every recipient so far. */
async function useUp(): Promise<void> {
  await app.platform.db
    .update(alertCounts)
    .set({ sent: alertLimits.mail.alerts.toOne })
    .where(
      sql`${alertCounts.organizationId} = ${owner.organizationId} and ${alertCounts.recipient} <> ''`,
    );
}

it('20 tests of a channel with 20 addresses do not send 400 mails to strangers', async () => {
  const strangers = Array.from({ length: 20 }, (_, index) => `stranger${index}@victims.example`);
  const last = await sendTests(await mailTo(...strangers), 20);
  expect(await mailsTo('stranger%')).toBe(alertLimits.mail.tests.inAll);
  expect(last).toMatchObject({
    status: 'failed',
    error: 'Your organization sends at most 60 test alerts of this kind a day.',
  });
});

it('spellings of one mailbox are one mailbox, in all channels', async () => {
  const tags = Array.from({ length: 4 }, (_, index) => `v.ictim+${index}@gmail.com`);
  const partly = await sendTests(await mailTo(...tags), 2);
  expect(partly).toMatchObject({
    status: 'sent',
    error:
      'Not sent to all. At most 5 test alerts a day go to one mailbox; 3 recipients have had them.',
  });
  const last = await sendTests(await mailTo('VICTIM@googlemail.com'), 1);
  expect(last.status).toBe('failed');
  expect(await mailsTo('v%@g%mail.com')).toBe(5);
});

it('tests of a webhook have an end as well', async () => {
  const channelId = await addChannel({ kind: 'webhook', url: base });
  const { toOne } = alertLimits.post.tests;
  const last = await sendTests(channelId, toOne + 1);
  expect(last).toMatchObject({
    status: 'failed',
    error: `At most ${toOne} test alerts a day go to one address.`,
  });
  expect(posts).toBe(toOne);
});

it('an alert over the limit waits for the next day, and says so until it is sent', async () => {
  const channelId = await mailTo('ops@held.example');
  await alertDue(channelId);
  await deliver();
  await useUp();
  await alertDue(channelId);
  await deliver();
  const [held] = await shown(channelId);
  expect(held).toMatchObject({
    status: 'waiting',
    attempts: 0,
    error:
      'Held back until tomorrow. At most 200 alerts a day go to one mailbox; 1 recipient has had them.',
  });
  const midnight = new Date().setUTCHours(24, 0, 0, 0);
  expect(Date.parse(held?.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(midnight);
  const [channel] = (await owner.call(alerts.listAlertChannels)).body;
  expect(channel?.lastDelivery).toMatchObject({ status: 'waiting', error: held?.error });

  const { db } = app.platform;
  const isOurs = eq(alertCounts.organizationId, owner.organizationId);
  await db.update(alertCounts).set({ day: sql`current_date - 4` }).where(isOurs);
  await db
    .update(alertDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(alertDeliveries.channelId, channelId));
  await deliver();
  expect((await shown(channelId))[0]).toMatchObject({ status: 'sent', error: null });
  expect(await mailsTo('ops@held.example')).toBe(2);
});

it('an alert reaches those within the limit where others are over it', async () => {
  const one = await mailTo('one@both.example');
  await alertDue(one);
  await deliver();
  await useUp();
  const both = await mailTo('one@both.example', 'two@both.example');
  await alertDue(both);
  await deliver();
  expect((await shown(both))[0]).toMatchObject({
    status: 'sent',
    error: 'Not sent to all. At most 200 alerts a day go to one mailbox; 1 recipient has had them.',
  });
  expect([await mailsTo('one@both.example'), await mailsTo('two@both.example')]).toEqual([1, 1]);
});

it('tests use up nothing that alerts need, and one organization nothing of another', async () => {
  const channelId = await mailTo('ops@shared.example');
  expect((await sendTests(channelId, 6)).status).toBe('failed');
  await alertDue(channelId);
  await deliver();
  expect((await shown(channelId))[0]).toMatchObject({ kind: 'opened', status: 'sent' });
  owner = (await createTenant(app)).owner;
  expect((await sendTests(await mailTo('ops@shared.example'), 1)).status).toBe('sent');
});

it('a trial mails less in all than who has a plan', async () => {
  const mailed = async () => {
    const one = await mailTo('first@plan.example');
    await alertDue(one);
    await deliver();
    await app.platform.db
      .update(alertCounts)
      .set({ sent: trialMailsMax })
      .where(
        sql`${alertCounts.organizationId} = ${owner.organizationId} and ${alertCounts.recipient} = ''`,
      );
    const next = await mailTo('next@plan.example');
    await alertDue(next);
    await deliver();
    return (await shown(next))[0];
  };
  expect(await mailed()).toMatchObject({
    status: 'waiting',
    error:
      'Held back until tomorrow. Your organization sends at most 300 alerts of this kind a day.',
  });
  owner = (await createTenant(app, { subscriptionStatus: 'enabled' })).owner;
  expect(await mailed()).toMatchObject({ status: 'sent' });
});
