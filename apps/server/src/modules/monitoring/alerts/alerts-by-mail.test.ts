import { setTimeout as sleep } from 'node:timers/promises';
import { alerts, runs, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBotSuite } from '../../../test/bot-suite.ts';
import { confirmRecipients } from '../../../test/confirm-recipients.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { createTenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { judgeSlots } from '../slots/judge-slots.ts';
import { startDueRuns } from '../slots/start-due-runs.ts';
import { tellAlerts } from './tell-alerts.ts';

let bot: DemoBot;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let app: TestApp;

beforeAll(async () => {
  bot = await startDemoBot();
  mailServer = await startMailServer();
  app = await startTestApp({
    reachable: [new URL(bot.url).host],
    settings: { SMTP_URL: mailServer.url },
  });
});

afterAll(async () => {
  await app.close();
  await bot.close();
  mailServer.server.close();
});

async function untilMails(count: number) {
  const deadline = Date.now() + 30_000;
  while (mailServer.received.length < count) {
    if (Date.now() > deadline) throw new Error('The mails did not come');
    await startDueRuns(app.platform);
    await judgeSlots(app.platform);
    await tellAlerts(app.platform);
    await sleep(100);
  }
  return mailServer.received;
}

it('an alert is mailed to every recipient, and an override of its verdict mails nothing more', async () => {
  const { owner } = await createTenant(app, {
    planId: 'enterprise',
    subscriptionStatus: 'enabled',
  });
  const recipients = ['ops@acme.example', 'lead@acme.example'];
  await confirmRecipients(app, owner.organizationId, recipients);
  const { body } = await owner.call(alerts.createAlertChannel, {
    body: {
      name: 'On call',
      isEnabled: true,
      classes: [],
      afterMinutes: 0,
      remindEveryMinutes: null,
      target: { kind: 'email', recipients },
    },
  });
  const suiteId = await createBotSuite(owner, { botUrl: bot.url, expected: 'around the clock' });
  await owner.call(suites.setMonitoring, { params: { suiteId }, body: { isMonitoring: true } });
  const mails = await untilMails(2);
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(recipients.toSorted());
  for (const { text } of mails) expect(text).toMatch(/Opening hours[\s\S]*Failed in run #1\./);

  const [run] = (await owner.call(runs.listRuns, { query: { suiteId } })).body.items;
  const overridden = await owner.call(runs.overrideVerdict, {
    params: { runId: run?.id ?? '' },
    body: { test: 0, outcome: 'passed', reason: 'The bot is right.' },
  });
  expect(overridden.body.status).toBe('passed');
  await judgeSlots(app.platform);
  await tellAlerts(app.platform);
  const params = { alertChannelId: body.channel.id };
  const told = (await owner.call(alerts.listAlertDeliveries, { params })).body;
  expect(told.map(({ kind }) => kind)).toEqual(['opened']);
  expect((await owner.call(alerts.listAlerts)).body).toMatchObject([{ resolvedAt: null }]);
});
