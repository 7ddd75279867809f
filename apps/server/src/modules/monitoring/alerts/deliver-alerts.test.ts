import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { alerts, suites } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertDeliveries, alerts as alertRows, runs } from '../../../db/schema/index.ts';
import { ownerDatabase } from '../../../platform/database/organization-database.ts';
import { startConsuming } from '../../../platform/outbox/domain-events.ts';
import { newId } from '../../../platform/security/ids.ts';
import { createBotSuite } from '../../../test/bot-suite.ts';
import { createTenant, type Member } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { sweepExpired } from '../../runs/work/leases.ts';
import { monitoringConsumers, startMonitoring } from '../start-monitoring.ts';
import { createAlertSender } from './alert-sender.ts';
import { deliverAlerts } from './deliver-alerts.ts';
import { tellAlerts } from './tell-alerts.ts';

let receiver: Server;
let base: string;
let app: TestApp;
/** Last path segments of the received requests. */
let received: string[];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.url?.split('/').at(-1) ?? '');
    answer(response);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});

afterAll(() => {
  receiver.close();
});

beforeEach(async () => {
  received = [];
  answer = (response) => response.end('ok');
  // Only the tests deliver alerts.
  app = await startTestApp({
    hasWorker: false,
    settings: { PARLEY_EGRESS_ALLOW: new URL(base).host },
  });
});

afterEach(() => app.close());

const newMember = async () =>
  (await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' })).owner;

/** Inserts this many due deliveries for a channel that posts to this path. */
async function deliveriesDue(count: number, path: string, member?: Member): Promise<string> {
  const owner = member ?? (await newMember());
  const { body } = await owner.call(alerts.createAlertChannel, {
    body: {
      name: path,
      isEnabled: true,
      classes: [],
      afterMinutes: 0,
      remindEveryMinutes: null,
      target: { kind: 'webhook', url: `${base}/${path}` },
    },
  });
  const channelId = body.channel.id;
  const { organizationId } = owner;
  const due = { organizationId, channelId, kind: 'test' as const };
  if (count === 0) return channelId;
  await app.platform.db
    .insert(alertDeliveries)
    .values(Array.from({ length: count }, () => ({ ...due, id: newId() })));
  return channelId;
}

/** Delivers one batch: the first response aborts delivery. */
async function deliverOneBatch(): Promise<void> {
  const sender = createAlertSender(app.platform);
  const closing = new AbortController();
  answer = (response) => {
    closing.abort();
    response.end('ok');
  };
  await deliverAlerts(app.platform, sender, closing.signal);
}

describe('deliveries that are due', () => {
  it('go out by a few of each organization at a time', async () => {
    await deliveriesDue(30, 'many');
    await deliveriesDue(3, 'few');
    await deliverOneBatch();
    const sent = (path: string) => received.filter((each) => each === path).length;
    expect([sent('many'), sent('few')]).toEqual([10, 3]);
    const sender = createAlertSender(app.platform);
    await deliverAlerts(app.platform, sender, new AbortController().signal);
    expect([sent('many'), sent('few')]).toEqual([30, 3]);
  });

  it('go out to everybody first, however many organizations have more that wait for longer', async () => {
    for (const path of ['1', '2', '3', '4']) await deliveriesDue(20, path);
    await deliveriesDue(1, 'late');
    await deliverOneBatch();
    expect(received).toContain('late');
  });

  it('are claimed by the batch, also where the database believes that there is only one', async () => {
    const { db } = app.platform;
    await deliveriesDue(1, '0');
    await deliverOneBatch();
    await ownerDatabase(db).execute(sql`vacuum analyze alert_deliveries`);
    for (const path of ['1', '2', '3', '4', '5']) await deliveriesDue(10, path);
    received = [];
    await deliverOneBatch();
    expect(received).toHaveLength(40);
    const tried = await db.$count(alertDeliveries, sql`${alertDeliveries.attempts} > 0`);
    expect(tried).toBe(41);
  });
});

describe('what waits to be tried again', () => {
  async function openAlert() {
    const owner = await newMember();
    const channelId = await deliveriesDue(0, 'hook', owner);
    const alertId = newId();
    const { organizationId } = owner;
    const { db } = app.platform;
    await db
      .insert(alertRows)
      .values({ id: alertId, organizationId, suiteName: 'Bank', classes: ['wrong'] });
    await tellAlerts(app.platform);
    return { owner, organizationId, channelId, alertId };
  }

  async function deliver(): Promise<void> {
    const sender = createAlertSender(app.platform);
    await tellAlerts(app.platform);
    await deliverAlerts(app.platform, sender, new AbortController().signal);
  }

  async function kindsOf(owner: Member, alertChannelId: string) {
    const { body } = await owner.call(alerts.listAlertDeliveries, { params: { alertChannelId } });
    return body.map(({ kind, status }) => `${kind} ${status}`);
  }

  it('is not sent by a disabled channel, which announces open alerts when it is enabled again', async () => {
    const { owner, channelId } = await openAlert();
    const params = { alertChannelId: channelId };
    const route = { name: 'hook', classes: [], afterMinutes: 0, remindEveryMinutes: null };
    const setEnabled = (isEnabled: boolean) =>
      owner.call(alerts.updateAlertChannel, { params, body: { ...route, isEnabled } });
    await setEnabled(false);
    await deliver();
    expect(received).toEqual([]);
    await setEnabled(true);
    await deliver();
    expect(received).toEqual(['hook']);
    expect(await kindsOf(owner, channelId)).toEqual(['opened sent']);
  });

  it('contains no reminder of a resolved alert', async () => {
    const { owner, organizationId, channelId, alertId } = await openAlert();
    await deliver();
    const { db } = app.platform;
    const reminder = { id: newId(), organizationId, channelId, alertId, kind: 'reminder' as const };
    await db.insert(alertDeliveries).values(reminder);
    await db.update(alertRows).set({ resolvedAt: new Date() }).where(eq(alertRows.id, alertId));
    await deliver();
    expect(await kindsOf(owner, channelId)).toEqual(['resolved sent', 'opened sent']);
    expect(received).toHaveLength(2);
  });
});

describe('addresses that do not answer', () => {
  it('do not delay the evaluation of slots', async () => {
    answer = () => undefined;
    const { db } = app.platform;
    await deliveriesDue(60, 'dead');
    const monitoring = startMonitoring(app.platform);
    const consuming = startConsuming(app.platform, monitoringConsumers(app.platform));
    await vi.waitUntil(() => received.length > 0, 20_000);

    const member = await newMember();
    const suiteId = await createBotSuite(member, { botUrl: 'https://bot.example/message' });
    const params = { suiteId };
    await member.call(suites.setMonitoring, { params, body: { isMonitoring: true } });
    await vi.waitUntil(async () => (await db.$count(runs, eq(runs.suiteId, suiteId))) > 0, 20_000);
    await db
      .update(runs)
      .set({ status: 'running', leaseExpiresAt: sql`now()`, workersLost: 1 })
      .where(eq(runs.suiteId, suiteId));
    await sweepExpired(app.platform);
    await vi.waitUntil(async () => (await member.call(alerts.listAlerts)).body.length > 0, 40_000);
    expect(await db.$count(alertDeliveries, eq(alertDeliveries.attempts, 0))).toBeGreaterThan(0);
    receiver.closeAllConnections();
    await Promise.all([monitoring.close(), consuming.close()]);
  });

  it('delay a stopping worker only for the current deliveries', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => waiting.push(response);
    await deliveriesDue(30, 'slow');
    const monitoring = startMonitoring(app.platform);
    await vi.waitUntil(() => received.length > 0, 20_000);
    const closed = monitoring.close();
    answer = (response) => response.end('ok');
    for (const response of waiting) response.end('ok');
    await closed;
    expect(received).toHaveLength(10);
  });
});
