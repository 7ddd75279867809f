import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AlertChannel,
  type AlertTarget,
  alerts,
  type MonitoringConfig,
  suites,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  alertChannels,
  alertDeliveries,
  alerts as alertRows,
  monitorSlots,
  monitors,
} from '../../../db/schema/index.ts';
import { cleanUp } from '../../../platform/queue/clean-up.ts';
import { newId } from '../../../platform/security/ids.ts';
import { createBotSuite } from '../../../test/bot-suite.ts';
import { confirmRecipients } from '../../../test/confirm-recipients.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { judgeSlots } from '../slots/judge-slots.ts';
import { startDueRuns } from '../slots/start-due-runs.ts';
import { deliveriesTopic } from './alert-news.ts';
import { alertCleanUps, dropDelivery } from './alerts.queries.ts';
import { tellAlerts } from './tell-alerts.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  body: any;
}

let bot: DemoBot;
let receiver: Server;
let received: Received[];
/** Status codes of the receiver by path; 200 otherwise. */
let statuses: Record<string, number>;
let base: string;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, text, body: JSON.parse(text) });
    const status = statuses[path] ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('ok');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  app = await startTestApp({
    reachable: [new URL(bot.url).host],
    settings: { PARLEY_EGRESS_ALLOW: new URL(base).host },
  });
});

beforeEach(async () => {
  received = [];
  statuses = {};
  ada = (await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' })).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
  receiver.close();
});

const route = {
  name: 'On call',
  isEnabled: true,
  classes: [],
  afterMinutes: 0,
  remindEveryMinutes: null,
};

async function addChannel(
  target: AlertTarget,
  change: Partial<Pick<AlertChannel, 'classes' | 'afterMinutes' | 'remindEveryMinutes'>> = {},
) {
  const answer = await ada.call(alerts.createAlertChannel, {
    body: { ...route, ...change, target },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** Creates a monitored suite whose bot replies as expected or not. */
async function monitor(
  isPassing: boolean,
  config: MonitoringConfig = {},
  botUrl = bot.url,
): Promise<string> {
  const suiteId = await createBotSuite(ada, {
    botUrl,
    expected: isPassing ? 'Monday to Friday' : 'Never',
  });
  const params = { suiteId };
  await ada.call(suites.updateSuite, { params, body: { monitoringConfig: config } });
  await ada.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
  return suiteId;
}

async function mend(suiteId: string): Promise<void> {
  const params = { suiteId };
  const { body } = await ada.call(suites.getSuite, { params });
  const source = body.source.replace('Never', 'Monday to Friday');
  const { status } = await ada.call(suites.updateSuite, { params, body: { source } });
  expect(status).toBe(200);
}

async function passHour(suiteId: string): Promise<void> {
  const hour = sql`interval '1 hour'`;
  await app.platform.db
    .update(monitorSlots)
    .set({ slot: sql`${monitorSlots.slot} - ${hour}` })
    .where(eq(monitorSlots.suiteId, suiteId));
  await app.platform.db
    .update(monitors)
    .set({ nextAt: sql`${monitors.nextAt} - ${hour}` })
    .where(eq(monitors.suiteId, suiteId));
}

async function until<T>(read: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = Date.now() + 40_000;
  for (;;) {
    // Done by workers every few seconds.
    await startDueRuns(app.platform);
    await judgeSlots(app.platform);
    await tellAlerts(app.platform);
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error('It did not come to that');
    await sleep(100);
  }
}

const untilReceived = (count: number) =>
  until(() => (received.length >= count ? received : undefined));

/** Waits until this many slots of the suite are evaluated, and returns them, oldest first. */
const untilJudged = (suiteId: string, count: number) =>
  until(async () => {
    const slots = await app.platform.db
      .select()
      .from(monitorSlots)
      .where(eq(monitorSlots.suiteId, suiteId))
      .orderBy(monitorSlots.slot);
    const results = slots.flatMap(({ result }) => result ?? []);
    return results.length >= count ? slots : undefined;
  });

async function deliveriesOf(channelId: string) {
  const params = { alertChannelId: channelId };
  return (await ada.call(alerts.listAlertDeliveries, { params })).body;
}

describe('an alert', () => {
  it('is opened when a monitored suite fails, and resolved when it passes again', async () => {
    const { channel } = await addChannel({ kind: 'webhook', url: `${base}/hook` });
    const suiteId = await monitor(false);
    await untilReceived(1);
    expect(received[0]?.body).toMatchObject({
      type: 'alert.opened',
      data: { suite: 'Opening hours', failureClasses: ['wrong'], resolvedAt: null },
    });
    const open = await ada.call(alerts.listAlerts);
    expect(open.body).toMatchObject([{ suiteId, classes: ['wrong'], resolvedAt: null }]);

    await mend(suiteId);
    await passHour(suiteId);
    await untilReceived(2);
    expect(received[1]?.body).toMatchObject({ type: 'alert.resolved' });
    expect(received[1]?.body.data.alertId).toBe(received[0]?.body.data.alertId);
    const log = await until(async () => {
      const list = await deliveriesOf(channel.id);
      return list.every(({ status }) => status === 'sent') ? list : undefined;
    });
    expect(log.map(({ kind }) => kind)).toEqual(['resolved', 'opened']);
  });

  it('goes only to the channels of its failure class', async () => {
    await addChannel({ kind: 'webhook', url: `${base}/network` }, { classes: ['network'] });
    await addChannel({ kind: 'webhook', url: `${base}/wrong` }, { classes: ['wrong', 'silent'] });
    await monitor(false);
    await untilReceived(1);
    expect(received.map(({ path }) => path)).toEqual(['/wrong']);

    await monitor(true, {}, 'http://127.0.0.1:9/none');
    await until(async () => {
      const { body } = await ada.call(alerts.listAlerts);
      return body.length === 2 ? body : undefined;
    });
    const { body } = await ada.call(alerts.listAlerts);
    // Egress to this address is not allowed: a fault of the suite, which concerns neither channel.
    expect(body.map(({ classes }) => classes)).toContainEqual(['configuration']);
    expect(received.map(({ path }) => path)).toEqual(['/wrong']);
  });

  it('waits for k failures of n slots', async () => {
    const suiteId = await monitor(false, { alertWhen: { failures: 2, of: 3 } });
    await untilJudged(suiteId, 1);
    expect((await ada.call(alerts.listAlerts)).body).toEqual([]);
    await passHour(suiteId);
    await untilJudged(suiteId, 2);
    expect((await ada.call(alerts.listAlerts)).body).toHaveLength(1);
  });

  it('is not opened before the run was repeated', async () => {
    const suiteId = await monitor(false, { retries: 2 });
    const [slot] = await untilJudged(suiteId, 1);
    expect(slot).toMatchObject({ retriesUsed: 2, result: 'failed' });
  });

  it('is opened for a suite that can no longer be run', async () => {
    const suiteId = await monitor(true);
    await untilJudged(suiteId, 1);
    await app.platform.db.execute(
      sql`update suites set source = 'configuration: [' where id = ${suiteId}`,
    );
    await passHour(suiteId);
    await untilJudged(suiteId, 2);
    const { body } = await ada.call(alerts.listAlerts);
    expect(body).toMatchObject([{ suiteId, classes: ['configuration'], runId: null }]);
  });

  it('reminds while it stays open, and escalates to who waits', async () => {
    const first = await addChannel(
      { kind: 'webhook', url: `${base}/first` },
      { remindEveryMinutes: 60 },
    );
    await addChannel({ kind: 'webhook', url: `${base}/second` }, { afterMinutes: 30 });
    const suiteId = await monitor(false);
    await untilReceived(1);
    expect(received.map(({ path }) => path)).toEqual(['/first']);

    const { db } = app.platform;
    await db
      .update(alertRows)
      .set({ openedAt: sql`now() - interval '2 hours'` })
      .where(eq(alertRows.suiteId, suiteId));
    await db
      .update(alertDeliveries)
      .set({ createdAt: sql`now() - interval '2 hours'` })
      .where(eq(alertDeliveries.channelId, first.channel.id));
    await untilReceived(3);
    const told = received.slice(1).map(({ path, body }) => `${path} ${body.type}`);
    expect(told.toSorted()).toEqual(['/first alert.reminder', '/second alert.escalated']);
  });

  it('is announced as new once, however long it stays open', async () => {
    const { channel } = await addChannel({ kind: 'webhook', url: `${base}/hook` });
    const suiteId = await monitor(false);
    await untilReceived(1);
    const { db } = app.platform;
    const [opened] = await db
      .update(alertDeliveries)
      .set({ createdAt: sql`now() - interval '31 days'` })
      .where(eq(alertDeliveries.channelId, channel.id))
      .returning();
    if (opened === undefined) throw new Error('Nothing was delivered');
    const reminder = { ...opened, kind: 'reminder' as const, status: 'sent' as const };
    await db.insert(alertDeliveries).values({ ...reminder, id: newId() });
    await cleanUp(app.platform, alertCleanUps, AbortSignal.timeout(10_000));
    expect((await deliveriesOf(channel.id)).map(({ kind }) => kind)).toEqual(['opened']);

    await mend(suiteId);
    await passHour(suiteId);
    await untilReceived(2);
    expect(received.map(({ body }) => body.type)).toEqual(['alert.opened', 'alert.resolved']);
    const past = sql`now() - interval '31 days'`;
    await db.update(alertRows).set({ resolvedAt: past }).where(eq(alertRows.suiteId, suiteId));
    await cleanUp(app.platform, alertCleanUps, AbortSignal.timeout(10_000));
    expect((await deliveriesOf(channel.id)).map(({ kind }) => kind)).toEqual(['resolved']);
  });

  it('is not announced again when an operator deletes a failed delivery', async () => {
    const { channel } = await addChannel({ kind: 'webhook', url: `${base}/hook` });
    await monitor(false);
    await untilReceived(1);
    const { db } = app.platform;
    const [opened] = await db
      .update(alertDeliveries)
      .set({ status: 'failed' })
      .where(eq(alertDeliveries.channelId, channel.id))
      .returning();
    expect(await dropDelivery(db, opened?.id ?? '')).toBe(true);
    await tellAlerts(app.platform);
    expect(await deliveriesOf(channel.id)).toMatchObject([{ kind: 'opened', status: 'failed' }]);
  });

  it('is resolved when the monitoring is switched off', async () => {
    await addChannel({ kind: 'slack', url: `${base}/slack` });
    const suiteId = await monitor(false);
    await untilReceived(1);
    await ada.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: false } });
    await untilReceived(2);
    expect(received[1]?.body.text).toBe('Opening hours is no longer monitored');
  });

  it('is resolved when the suite is deleted, and everybody who was told is notified', async () => {
    const routingKey = 'R'.repeat(32);
    await addChannel({ kind: 'pagerduty', routingKey, url: `${base}/v2/enqueue` });
    const suiteId = await monitor(false);
    await untilReceived(1);
    const { status } = await ada.call(suites.deleteSuite, { params: { suiteId } });
    expect(status).toBe(204);
    const [trigger, resolve] = await untilReceived(2);
    expect(resolve?.body).toEqual({
      routing_key: routingKey,
      event_action: 'resolve',
      dedup_key: trigger?.body.dedup_key,
    });
    expect((await ada.call(alerts.listAlerts)).body).toMatchObject([
      { suiteId: null, suiteName: 'Opening hours', resolvedAt: expect.any(String) },
    ]);
  });
});

describe('a delivery', () => {
  async function test(target: AlertTarget) {
    const created = await addChannel(target);
    const params = { alertChannelId: created.channel.id };
    const { body } = await ada.call(alerts.testAlertChannel, { params });
    return { ...created, delivery: body };
  }

  it('of a webhook is signed with the secret that was shown once', async () => {
    const { channel, signingSecret, delivery } = await test({
      kind: 'webhook',
      url: `${base}/hook?key=geheim`,
    });
    expect(delivery).toMatchObject({ kind: 'test', status: 'sent', error: null });
    const { headers, text } = received[0] as Received;
    const key = Buffer.from((signingSecret ?? '').replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key)
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);

    const list = await ada.call(alerts.listAlertChannels);
    expect(list.body[0]?.targetShown).toBe(`${new URL(base).host}/…`);
    expect(list.text).not.toContain('geheim');
    expect(list.text).not.toContain('whsec_');
    const [row] = await app.platform.db
      .select()
      .from(alertChannels)
      .where(eq(alertChannels.id, channel.id));
    expect(JSON.stringify(row)).not.toContain('geheim');
  });

  it('of Slack, Teams and PagerDuty has the form that they accept', async () => {
    await test({ kind: 'slack', url: `${base}/slack` });
    await test({ kind: 'teams', url: `${base}/teams` });
    const routingKey = 'R'.repeat(32);
    await test({ kind: 'pagerduty', routingKey, url: `${base}/v2/enqueue` });
    const [slack, teams, pagerDuty] = received.map(({ body }) => body);
    expect(slack).toMatchObject({ text: 'Test alert from Parley', blocks: [{ type: 'section' }] });
    expect(teams).toMatchObject({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }],
    });
    expect(pagerDuty).toMatchObject({
      routing_key: routingKey,
      event_action: 'trigger',
      payload: { summary: 'Test alert from Parley', source: 'Parley', severity: 'info' },
    });
  });

  it('by mail goes to every recipient', async () => {
    const recipients = ['ops@acme.test', 'lead@acme.test'];
    await confirmRecipients(app, ada.organizationId, recipients);
    const { delivery } = await test({ kind: 'email', recipients });
    expect(delivery.status).toBe('sent');
    const { rows } = await app.platform.db.execute<{ recipient: string }>(
      sql`select recipient from outbox_mails where subject = 'Test alert from Parley'`,
    );
    expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(recipients.toSorted());
  });

  it('that fails is retried until the target is back', async () => {
    statuses['/hook'] = 503;
    const { channel } = await addChannel({ kind: 'webhook', url: `${base}/hook` });
    await monitor(false);
    const waiting = await until(async () => {
      const [delivery] = await deliveriesOf(channel.id);
      return delivery?.error ? delivery : undefined;
    });
    expect(waiting).toMatchObject({ status: 'waiting', error: 'It answered 503.' });
    expect(waiting.nextAttemptAt).not.toBeNull();

    statuses = {};
    await app.platform.db
      .update(alertDeliveries)
      .set({ nextAttemptAt: sql`now()` })
      .where(eq(alertDeliveries.channelId, channel.id));
    await app.platform.news.publish(app.platform.db, deliveriesTopic);
    const sent = await until(async () => {
      const [delivery] = await deliveriesOf(channel.id);
      return delivery?.status === 'sent' ? delivery : undefined;
    });
    expect(sent).toMatchObject({ attempts: 2, error: null });
  });

  it('does not follow a redirect', async () => {
    statuses['/hook'] = 302;
    const { delivery } = await test({ kind: 'webhook', url: `${base}/hook` });
    expect(delivery).toMatchObject({
      status: 'failed',
      error: 'It answered 302: redirects are not followed.',
    });
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
  });
});

describe('a channel', () => {
  it.each([
    ['an address of the inner network', 'http://10.0.0.1/hook'],
    ['the metadata service', 'http://169.254.169.254/latest'],
    ['a file', 'file:///etc/passwd'],
    ['something that is no address', 'hooks'],
  ])('is refused with %s', async (_, url) => {
    const { status, error } = await ada.call(alerts.createAlertChannel, {
      body: { ...route, target: { kind: 'webhook', url } },
    });
    expect(status).toBe(422);
    expect(error?.code).toBe('target_refused');
    expect((await ada.call(alerts.listAlertChannels)).body).toEqual([]);
  });

  it.each(['a(b)@acme.test', 'a:b@acme.test', ':a@acme.test', '=?utf-8?q?a?=@acme.test'])(
    'is refused with the recipient %s, which mail programs read as another one',
    async (recipient) => {
      const { status } = await ada.call(alerts.createAlertChannel, {
        body: { ...route, target: { kind: 'email', recipients: ['ops@acme.test', recipient] } },
      });
      expect(status).toBe(400);
      expect((await ada.call(alerts.listAlertChannels)).body).toEqual([]);
    },
  );

  it('never reaches the server itself, by whatever name', async () => {
    const { channel } = await addChannel({ kind: 'webhook', url: `${app.url}/livez` });
    const params = { alertChannelId: channel.id };
    const { body } = await ada.call(alerts.testAlertChannel, { params });
    expect(body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Parley is not allowed to connect'),
    });
  });

  it('of PagerDuty stays in its service region when only its key changes', async () => {
    const target = { kind: 'pagerduty', routingKey: 'R'.repeat(32) } as const;
    const { channel } = await addChannel({ ...target, url: `${base}/v2/enqueue` });
    const params = { alertChannelId: channel.id };
    const change = (changed: AlertTarget) =>
      ada.call(alerts.updateAlertChannel, { params, body: { ...route, target: changed } });
    const { body } = await change({ ...target, routingKey: `${'S'.repeat(28)}5678` });
    expect(body.targetShown).toBe(`${new URL(base).host}, key ending in 5678`);
    await ada.call(alerts.testAlertChannel, { params });
    expect(received[0]).toMatchObject({
      path: '/v2/enqueue',
      body: { routing_key: `${'S'.repeat(28)}5678` },
    });
    const moved = await change({ ...target, url: 'https://events.eu.pagerduty.com/v2/enqueue' });
    expect(moved.body.targetShown).toBe('events.eu.pagerduty.com, key ending in RRRR');
  });

  it('keeps its address and secret when only its route changes', async () => {
    const { channel } = await addChannel({ kind: 'webhook', url: `${base}/hook` });
    const params = { alertChannelId: channel.id };
    const changed = await ada.call(alerts.updateAlertChannel, {
      params,
      body: { ...route, name: 'Night shift', classes: ['network'] },
    });
    expect(changed.body).toMatchObject({ name: 'Night shift', classes: ['network'] });
    await ada.call(alerts.testAlertChannel, { params });
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
    await ada.call(alerts.deleteAlertChannel, { params });
    expect((await ada.call(alerts.listAlertChannels)).body).toEqual([]);
  });
});
