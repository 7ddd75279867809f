import { alerts, monitoring, suites } from '@parley/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertDeliveries, alerts as alertRows, organizations } from '../../../db/schema/index.ts';
import { newId } from '../../../platform/security/ids.ts';
import { createBotSuite } from '../../../test/bot-suite.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { tellAlerts } from './tell-alerts.ts';

let app: TestApp;

beforeAll(async () => {
  // Only the tests create and deliver notifications.
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

/** Creates an alert that has been open for six hours, and a channel that sends reminders of it. */
async function openAlert() {
  const { owner, organizationId } = await createTenant(app, {
    planId: 'enterprise',
    subscriptionStatus: 'enabled',
  });
  const suiteId = await createBotSuite(owner, { botUrl: 'https://bot.example/message' });
  await owner.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  await app.platform.db.insert(alertRows).values({
    id: newId(),
    organizationId,
    suiteId,
    suiteName: 'Bank',
    classes: ['wrong'],
    openedAt: sql`now() - interval '6 hours'`,
  });
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
  const alertChannelId = body.channel.id;
  const ofChannel = eq(alertDeliveries.channelId, alertChannelId);
  return {
    owner,
    organizationId,
    suiteId,
    /** Returns all notifications so far, newest first. */
    async told() {
      await tellAlerts(app.platform);
      const { body } = await owner.call(alerts.listAlertDeliveries, { params: { alertChannelId } });
      return body.map(({ kind }) => kind);
    },
    async passHour() {
      const createdAt = sql`${alertDeliveries.createdAt} - interval '1 hour'`;
      await app.platform.db.update(alertDeliveries).set({ createdAt }).where(ofChannel);
    },
    async send() {
      await app.platform.db.update(alertDeliveries).set({ status: 'sent' }).where(ofChannel);
    },
  };
}

describe('an open alert', () => {
  it('sends no reminder while an earlier notification is pending', async () => {
    const { told, passHour, send } = await openAlert();
    expect(await told()).toEqual(['opened']);
    await passHour();
    expect(await told()).toEqual(['opened']);
    await send();
    expect(await told()).toEqual(['reminder', 'opened']);
    await passHour();
    expect(await told()).toEqual(['reminder', 'opened']);
  });

  it('is neither told nor reminded of while its monitor is paused', async () => {
    const { owner, suiteId, told, passHour, send } = await openAlert();
    const pause = (until: string | null) =>
      owner.call(monitoring.pauseMonitor, { params: { suiteId }, body: { until } });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await pause(tomorrow);
    expect(await told()).toEqual([]);
    await pause(null);
    expect(await told()).toEqual(['opened']);
    await send();
    await passHour();
    await pause(tomorrow);
    expect(await told()).toEqual(['opened']);
    await pause(null);
    expect(await told()).toEqual(['reminder', 'opened']);
  });

  it('is neither told nor reminded of while the organization is locked', async () => {
    const { organizationId, told, passHour, send } = await openAlert();
    const setStatus = (subscriptionStatus: 'enabled' | 'trialEnded') =>
      app.platform.db
        .update(organizations)
        .set({ subscriptionStatus })
        .where(eq(organizations.id, organizationId));
    expect(await told()).toEqual(['opened']);
    await send();
    await passHour();
    await setStatus('trialEnded');
    await tellAlerts(app.platform);
    await setStatus('enabled');
    await app.platform.db
      .update(alertDeliveries)
      .set({ createdAt: sql`clock_timestamp()` })
      .where(eq(alertDeliveries.organizationId, organizationId));
    expect(await told()).toEqual(['opened']);
  });
});
