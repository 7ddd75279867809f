import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  forPrograms,
  incidents,
  publicApi,
  suites,
  type WebhookDelivery,
  type WebhookEvent,
  webhooks,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { and, eq, sql } from 'drizzle-orm';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries } from '../../db/schema/audit-entries.ts';
import { domainEvents } from '../../db/schema/domain-events.ts';
import { webhooks as rows, webhookDeliveries } from '../../db/schema/webhooks.ts';
import { workScope } from '../../platform/database/scope.ts';
import { cleanUp } from '../../platform/queue/clean-up.ts';
import { createBotSuite, startRun } from '../../test/bot-suite.ts';
import { createKey } from '../../test/filled-organization.ts';
import { createTenant, type Member, type Tenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { openAlert, resolveAlert } from '../monitoring/alerts/alerts.queries.ts';
import { webhooksTopic } from './webhook-news.ts';
import { webhookCleanUps } from './webhooks.queries.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

let bot: DemoBot;
let receiver: Server;
let received: Received[];
/** Behavior of the receiver by path; it responds with 200 otherwise. */
let manners: Record<string, (response: ServerResponse) => void>;
let base: string;
let app: TestApp;
let acme: Tenant;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, text });
    const answer = manners[path] ?? ((open) => open.end('thanks'));
    answer(response);
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
  manners = {};
  acme = await createTenant(app, { planId: 'enterprise', subscriptionStatus: 'enabled' });
  ada = acme.owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
  receiver.closeAllConnections();
  receiver.close();
});

async function add(path = '/hook', events: WebhookEvent[] = ['run.finished']) {
  const body = { name: 'Deployments', url: `${base}${path}`, events };
  const answer = await ada.call(webhooks.createWebhook, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

async function until<T>(read: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const deadline = Date.now() + 40_000;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('It did not come to that');
    await sleep(50);
  }
}

const untilReceived = (count: number) =>
  until(() => (received.length >= count ? received : undefined));

async function log(webhookId: string) {
  const answer = await ada.call(webhooks.listWebhookDeliveries, { params: { webhookId } });
  return answer.body.items;
}

/** Waits until the newest delivery has this status, and returns it. */
const untilLogged = (webhookId: string, wanted: WebhookDelivery['status'] | 'tried') =>
  until(async () => {
    const [delivery] = await log(webhookId);
    const isThere = wanted === 'tried' ? delivery?.error != null : delivery?.status === wanted;
    return isThere ? delivery : undefined;
  });

async function finishRun(expected = 'Monday to Friday') {
  const suiteId = await createBotSuite(ada, { botUrl: bot.url, expected });
  return startRun(ada, suiteId);
}

const verified = (secret: string, { text, headers }: Received) =>
  new StandardWebhook(secret).verify(text, headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
    data: any;
  };

/** Makes waiting deliveries due now. */
/** Makes the waiting deliveries of a webhook due, and no others, which earlier tests have left. */
async function hasten(webhookId: string) {
  await app.platform.db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(
      and(eq(webhookDeliveries.status, 'waiting'), eq(webhookDeliveries.webhookId, webhookId)),
    );
  await app.platform.news.publish(app.platform.db, webhooksTopic);
}

describe('a message', () => {
  it('tells that a run has finished, and is verified by the published library', async () => {
    const { signingSecret } = await add();
    const run = await finishRun();
    const [message] = await untilReceived(1);
    if (!message) throw new Error('Nothing came');
    const { type, timestamp, data } = verified(signingSecret, message);
    expect({ type, data }).toMatchObject({
      type: 'run.finished',
      data: {
        run: { id: run.id, status: 'passed', startedBy: null },
        link: expect.stringContaining(run.id),
      },
    });
    expect(run.startedBy).toBe('Ada Lovelace');
    expect(message.text).not.toContain('Lovelace');
    expect(timestamp).toBe(data.run.finishedAt);
    expect(message.headers['webhook-id']).toBe(`run-finished-${run.id}`);

    const forged = { ...message, text: message.text.replace('passed', 'failed') };
    expect(() => verified(signingSecret, forged)).toThrow('No matching signature');
    const old = String(Math.floor(Date.now() / 1000) - 301);
    const late = { ...message, headers: { ...message.headers, 'webhook-timestamp': old } };
    expect(() => verified(signingSecret, late)).toThrow('timestamp too old');
  });

  it('is written once, however often its event is consumed', async () => {
    const { webhook } = await add();
    const run = await finishRun();
    await untilReceived(1);
    await app.platform.db.insert(domainEvents).values({
      organizationId: acme.organizationId,
      type: 'run.finished',
      payload: { runId: run.id, trigger: 'manual' },
    });
    await app.platform.news.publish(app.platform.db, 'events:recorded');
    await until(async () =>
      (await app.platform.db.$count(domainEvents)) === 0 ? true : undefined,
    );
    expect(await log(webhook.id)).toHaveLength(1);
    expect(received).toHaveLength(1);
  });

  it('goes only to those who asked for it, and to no other organization', async () => {
    await add('/incidents', ['incident.opened']);
    const own = await add('/runs');
    const other = await createTenant(app);
    await other.owner.call(webhooks.createWebhook, {
      body: { name: 'Theirs', url: `${base}/theirs`, events: ['run.finished'] },
    });
    await finishRun();
    await untilLogged(own.webhook.id, 'delivered');
    expect(received.map(({ path }) => path)).toEqual(['/runs']);
  });

  it('tells the verdict of the gate in the suite, and nothing of a suite without one', async () => {
    const { signingSecret } = await add('/gate', ['gate.finished']);
    await finishRun();
    const suiteId = await createBotSuite(ada, { botUrl: bot.url, expected: 'Never' });
    const { source } = (await ada.call(suites.getSuite, { params: { suiteId } })).body;
    const gated = source.replace(
      'configuration:',
      'configuration:\n  syntax: 2\n  gate:\n    rules:\n      - pass rate: { atLeast: 85% }',
    );
    const edited = await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { source: gated },
    });
    expect(edited.status).toBe(200);
    const run = await startRun(ada, suiteId);
    const [message] = await untilReceived(1);
    if (!message) throw new Error('Nothing came');
    const { type, data } = verified(signingSecret, message);
    expect({ type, runId: data.run.id }).toEqual({ type: 'gate.finished', runId: run.id });
    const { body } = await ada.call(publicApi.readRunGate, {
      params: { runId: run.id },
      token: (await createKey(ada)).key,
    });
    expect(data.gate.verdict).toBe(body.verdict);
    expect(data.gate.verdict).not.toBe('passed');
    expect(received).toHaveLength(1);
  });

  it('tells nothing of an incident of the example project', async () => {
    const { webhook } = await add('/incidents', ['incident.opened']);
    const scope = workScope(app.platform.db, acme.organizationId);
    const open = async (name: string) => {
      const suiteId = await createBotSuite(ada, { botUrl: bot.url });
      if (name === 'Example')
        await app.platform.db.execute(
          sql`update suites set example_version = version where id = ${suiteId}`,
        );
      await openAlert(scope, {
        ...{ id: `${name}-${suiteId}`, suiteId, suiteName: name, classes: ['wrong'], runId: null },
        ...{ dueAt: null, standsSince: null, failingSince: null, evidence: null },
        ...{ signatures: [], timeline: [] },
      });
    };
    await open('Example');
    await open('Bank');
    await app.platform.news.publish(app.platform.db, 'events:recorded');
    await untilReceived(1);
    await until(async () =>
      (await app.platform.db.$count(domainEvents)) === 0 ? true : undefined,
    );
    expect(received.map(({ text }) => JSON.parse(text).data.incident.suiteName)).toEqual(['Bank']);
    expect(await log(webhook.id)).toHaveLength(1);
  });

  it('tells of an incident when it opens, is acknowledged and is resolved', async () => {
    const { signingSecret } = await add('/incidents', [
      'incident.opened',
      'incident.acknowledged',
      'incident.resolved',
    ]);
    const suiteId = await createBotSuite(ada, { botUrl: bot.url });
    const scope = workScope(app.platform.db, acme.organizationId);
    const incidentId = `incident-${acme.organizationId}`;
    await openAlert(scope, {
      ...{ id: incidentId, suiteId, suiteName: 'Bank', classes: ['wrong'], runId: null },
      ...{ dueAt: null, standsSince: null, failingSince: null, evidence: null },
      ...{ signatures: [], timeline: [] },
    });
    const params = { incidentId };
    for (const isAcknowledged of [true, true]) {
      const body = { isAcknowledged };
      expect((await ada.call(incidents.changeIncident, { params, body })).status).toBe(200);
    }
    await untilReceived(2);
    const [row] = (
      await app.platform.db.execute(sql`select * from alerts where id = ${incidentId}`)
    ).rows;
    await resolveAlert(scope, {
      ...row,
      organizationId: acme.organizationId,
      timeline: [],
    } as never);
    await app.platform.news.publish(app.platform.db, 'events:recorded');
    await untilReceived(3);
    const told = received.map((message) => verified(signingSecret, message));
    // Messages can overtake one another.
    expect(told.map(({ type }) => type).toSorted()).toEqual([
      'incident.acknowledged',
      'incident.opened',
      'incident.resolved',
    ]);
    expect(told.find(({ type }) => type === 'incident.resolved')?.data).toMatchObject({
      incident: { id: incidentId, suiteName: 'Bank', failureClasses: ['wrong'] },
    });
    expect(JSON.stringify(told)).not.toContain('Ada');
  });
});

describe('a delivery', () => {
  it('that fails is retried with the same id until the receiver is back', async () => {
    manners['/hook'] = (response) => response.writeHead(503).end('down');
    const { webhook, signingSecret } = await add();
    await finishRun();
    const failed = await untilLogged(webhook.id, 'tried');
    expect(failed).toMatchObject({
      status: 'waiting',
      answerStatus: 503,
      answer: 'down',
      error: 'It answered 503.',
    });
    const pauseMs = Date.parse(failed.nextAttemptAt ?? '') - Date.now();
    expect(pauseMs).toBeGreaterThan(5_000);
    // It is noted after the attempt.
    await until(
      async () => (await ada.call(webhooks.listWebhooks)).body[0]?.failingSince ?? undefined,
    );

    manners = {};
    await hasten(webhook.id);
    const delivered = await untilLogged(webhook.id, 'delivered');
    expect(delivered).toMatchObject({ attempts: 2, answerStatus: 200, error: null });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const message of received) verified(signingSecret, message);
    expect((await ada.call(webhooks.listWebhooks)).body[0]?.failingSince).toBeNull();
  });

  it('ends after about a day of attempts', async () => {
    manners['/hook'] = (response) => response.writeHead(500).end();
    const { webhook } = await add();
    await finishRun();
    await untilLogged(webhook.id, 'tried');
    await app.platform.db
      .update(webhookDeliveries)
      .set({ attempts: 32 })
      .where(eq(webhookDeliveries.webhookId, webhook.id));
    await hasten(webhook.id);
    const last = await untilLogged(webhook.id, 'failed');
    expect(last).toMatchObject({ attempts: 33, nextAttemptAt: null });
  });

  it('is sent again by hand with the same id and body, and with a signature of its own', async () => {
    const { webhook, signingSecret } = await add();
    await finishRun();
    const { id: deliveryId } = await untilLogged(webhook.id, 'delivered');
    const params = { webhookId: webhook.id, deliveryId };
    expect((await ada.call(webhooks.replayWebhookDelivery, { params })).status).toBe(202);
    const [first, second] = await untilReceived(2);
    if (!first || !second) throw new Error('Nothing came');
    expect(second.text).toBe(first.text);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    verified(signingSecret, second);
    expect(await log(webhook.id)).toHaveLength(2);
  });

  it('is not replayed where the webhook is turned off', async () => {
    const { webhook } = await add();
    await finishRun();
    const { id: deliveryId } = await untilLogged(webhook.id, 'delivered');
    const params = { webhookId: webhook.id, deliveryId };
    await ada.call(webhooks.updateWebhook, { params, body: { isEnabled: false } });
    expect((await ada.call(webhooks.replayWebhookDelivery, { params })).status).toBe(409);
  });

  it('is listed by pages, and forgotten after thirty days', async () => {
    const { webhook } = await add();
    const params = { webhookId: webhook.id };
    for (const _ of [1, 2, 3]) await ada.call(webhooks.testWebhook, { params });
    const query = { limit: 2 };
    const first = await ada.call(webhooks.listWebhookDeliveries, { params, query });
    const cursor = first.body.nextCursor ?? '';
    const rest = await ada.call(webhooks.listWebhookDeliveries, { params, query: { cursor } });
    expect([first.body.items.length, rest.body.items.length, rest.body.nextCursor]).toEqual([
      2,
      1,
      null,
    ]);
    await app.platform.db
      .update(webhookDeliveries)
      .set({ createdAt: sql`now() - interval '31 days'` })
      .where(eq(webhookDeliveries.id, rest.body.items[0]?.id ?? ''));
    await cleanUp(app.platform, webhookCleanUps, AbortSignal.timeout(10_000));
    expect(await log(webhook.id)).toHaveLength(2);
  });

  it('go out by a few of each organization at a time', async () => {
    const { webhook } = await add('/slow');
    const open: ServerResponse[] = [];
    manners['/slow'] = (response) => open.push(response);
    const { organizationId } = acme;
    await app.platform.db.insert(webhookDeliveries).values(
      Array.from({ length: 15 }, (_, n) => ({
        ...{ id: `${organizationId}-${n}`, organizationId, webhookId: webhook.id },
        ...{ messageId: `m-${n}`, type: 'webhook.test', body: '{}' },
      })),
    );
    await hasten(webhook.id);
    await untilReceived(10);
    await sleep(1000);
    expect(received).toHaveLength(10);
    manners = {};
    for (const response of open) response.end();
    await untilReceived(15);
  });
});

describe('a receiver', () => {
  it('waits ten seconds for an answer', async () => {
    manners['/slow'] = () => undefined;
    const { webhook } = await add('/slow');
    const startedAt = Date.now();
    const { body } = await ada.call(webhooks.testWebhook, { params: { webhookId: webhook.id } });
    expect(Date.now() - startedAt).toBeLessThan(14_000);
    expect(body).toMatchObject({ status: 'failed', answerStatus: null });
    expect(body.error).toBe('It did not answer within 10 s.');
  });

  it('that drips its answer has answered, and is not waited for', async () => {
    manners['/drip'] = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 200);
      response.on('close', () => clearInterval(drip));
    };
    const { webhook } = await add('/drip');
    const startedAt = Date.now();
    const { body } = await ada.call(webhooks.testWebhook, { params: { webhookId: webhook.id } });
    expect(body).toMatchObject({ status: 'delivered', answerStatus: 200 });
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it('keeps the beginning of a huge answer', async () => {
    manners['/huge'] = (response) => {
      response.writeHead(200);
      const block = 'x'.repeat(65_536);
      const more = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const { webhook } = await add('/huge');
    const { body } = await ada.call(webhooks.testWebhook, { params: { webhookId: webhook.id } });
    expect(body).toMatchObject({ status: 'delivered', answer: 'x'.repeat(500) });
  });

  it('that repeats secrets puts none into the log', async () => {
    const token = 'tok-0123456789abcdef';
    const path = `/hooks/${token}?key=query-secret-1`;
    const { webhook, signingSecret } = await add(path);
    manners[path] = (response) => {
      const { headers } = received.at(-1) ?? { headers: {} };
      response.end(`${signingSecret} ${path} ${JSON.stringify(headers)}`);
    };
    const { body } = await ada.call(webhooks.testWebhook, { params: { webhookId: webhook.id } });
    const signature = String(received[0]?.headers['webhook-signature']).replace('v1,', '');
    for (const secret of [
      signingSecret,
      signingSecret.slice(6),
      token,
      'query-secret-1',
      signature,
    ])
      expect(body.answer).not.toContain(secret);
    expect(body.answer).toContain('***');
  });

  it('is not reached by a redirect', async () => {
    manners['/moved'] = (response) =>
      response.writeHead(307, { location: `${base}/elsewhere` }).end();
    const { webhook } = await add('/moved');
    const { body } = await ada.call(webhooks.testWebhook, { params: { webhookId: webhook.id } });
    expect(body).toMatchObject({ status: 'failed', answerStatus: 307 });
    expect(received.map(({ path }) => path)).toEqual(['/moved']);
  });

  it.each([
    'http://127.0.0.1:1/x',
    'http://10.0.0.1/x',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:8080/x',
    'http://[::ffff:10.0.0.1]/x',
    'http://localhost:9200/x',
    'http://2130706433/x',
    'file:///etc/passwd',
    'ftp://example.org/x',
    'not an address',
  ])('at %s is refused, or not reached', async (url) => {
    const body = { name: 'Inside', url, events: ['run.finished' as const] };
    const made = await ada.call(webhooks.createWebhook, { body });
    if (made.status !== 201) {
      expect([made.status, made.error?.code]).toEqual([422, 'target_refused']);
      return;
    }
    const params = { webhookId: made.body.webhook.id };
    const tried = await ada.call(webhooks.testWebhook, { params });
    expect(tried.body).toMatchObject({ status: 'failed', answerStatus: null });
    expect(tried.body.error).not.toMatch(/refused the connection|did not answer/);
  });

  it('that was public and becomes private by an edit is refused', async () => {
    const { webhook } = await add();
    const params = { webhookId: webhook.id };
    const body = { url: 'http://10.1.2.3/x' };
    const { status } = await ada.call(webhooks.updateWebhook, { params, body });
    expect(status).toBe(422);
  });
});

describe('a secret', () => {
  it('is shown once, and stands nowhere in the clear', async () => {
    const { webhook, signingSecret } = await add('/hooks/tok-0123456789abcdef');
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const params = { webhookId: webhook.id };
    const answers = [
      (await ada.call(webhooks.listWebhooks)).text,
      (await ada.call(webhooks.updateWebhook, { params, body: { name: 'Other' } })).text,
      (await ada.call(webhooks.testWebhook, { params })).text,
      (await ada.call(webhooks.listWebhookDeliveries, { params })).text,
    ];
    const stored = JSON.stringify([
      await app.platform.db.select().from(rows),
      await app.platform.db.select().from(webhookDeliveries),
      await app.platform.db.select().from(auditEntries),
    ]);
    for (const text of [...answers, stored]) {
      expect(text).not.toContain(signingSecret.slice(6));
      expect(text).not.toContain('tok-0123456789abcdef');
    }
  });

  it('is replaced while the one before is used for a while', async () => {
    const { webhook, signingSecret: old } = await add();
    const params = { webhookId: webhook.id };
    const tooLong = { params, body: { overlapHours: 169 } };
    expect((await ada.call(webhooks.rotateWebhookSecret, tooLong)).status).toBe(400);
    const rotated = await ada.call(webhooks.rotateWebhookSecret, { params, body: {} });
    const { signingSecret: fresh } = rotated.body;
    expect(rotated.body.webhook.formerSecretUntil).not.toBeNull();
    await ada.call(webhooks.testWebhook, { params });
    for (const secret of [old, fresh]) verified(secret, received[0] as Received);

    // A secret that was replaced before is no longer used, even if its overlap is not over.
    const third = (await ada.call(webhooks.rotateWebhookSecret, { params, body: {} })).body;
    await ada.call(webhooks.testWebhook, { params });
    for (const secret of [fresh, third.signingSecret]) verified(secret, received[1] as Received);
    expect(() => verified(old, received[1] as Received)).toThrow();

    const body = { overlapHours: 0 };
    const last = (await ada.call(webhooks.rotateWebhookSecret, { params, body })).body;
    expect(last.webhook.formerSecretUntil).toBeNull();
    await ada.call(webhooks.testWebhook, { params });
    verified(last.signingSecret, received[2] as Received);
    expect(() => verified(third.signingSecret, received[2] as Received)).toThrow();
  });
});

describe('a webhook that fails', () => {
  async function mails() {
    const { rows: sent } = await app.platform.db.execute<{ message: string }>(
      sql`select row_to_json(mail)::text as message from outbox_mails mail`,
    );
    return sent.filter(({ message }) => message.includes(ada.email) && /turned off/.test(message));
  }

  it('for five days is turned off, with a mail to those who can mend it, and can be turned on', async () => {
    manners['/hook'] = (response) => response.writeHead(500).end();
    const { webhook } = await add();
    const params = { webhookId: webhook.id };
    await finishRun();
    await untilLogged(webhook.id, 'tried');
    expect((await ada.call(webhooks.listWebhooks)).body[0]?.isEnabled).toBe(true);
    await app.platform.db
      .update(rows)
      .set({ failingSince: sql`now() - interval '5 days 1 minute'` })
      .where(eq(rows.id, webhook.id));
    await hasten(webhook.id);
    const shown = await until(async () => {
      const [first] = (await ada.call(webhooks.listWebhooks)).body;
      return first?.isEnabled === false ? first : undefined;
    });
    expect(shown.disabledAt).not.toBeNull();
    expect(await mails()).toHaveLength(1);
    expect((await log(webhook.id))[0]?.status).toBe('failed');

    const count = received.length;
    await finishRun();
    expect(received).toHaveLength(count);
    manners = {};
    const on = await ada.call(webhooks.updateWebhook, { params, body: { isEnabled: true } });
    expect(on.body).toMatchObject({ isEnabled: true, disabledAt: null, failingSince: null });
    await finishRun();
    await untilReceived(count + 1);
  });

  it('with 410 is turned off at once', async () => {
    manners['/hook'] = (response) => response.writeHead(410).end();
    await add();
    await finishRun();
    await until(async () => {
      const [first] = (await ada.call(webhooks.listWebhooks)).body;
      return first?.isEnabled === false ? first : undefined;
    });
    expect(await mails()).toHaveLength(1);
  });

  it('in a test is not counted', async () => {
    manners['/hook'] = (response) => response.writeHead(410).end();
    const { webhook } = await add();
    await ada.call(webhooks.testWebhook, { params: { webhookId: webhook.id } });
    expect((await ada.call(webhooks.listWebhooks)).body[0]).toMatchObject({
      isEnabled: true,
      failingSince: null,
    });
  });
});

describe('the public API', () => {
  it('does all of it with a key of an administrator', async () => {
    const { key: token } = await createKey(ada);
    const body = { name: 'By API', url: `${base}/api`, events: ['run.finished' as const] };
    const made = await app.call(forPrograms.createWebhook, { token, body });
    expect(made.status).toBe(201);
    const params = { webhookId: made.body.webhook.id };
    expect((await app.call(forPrograms.readWebhooks, { token })).body).toHaveLength(1);
    const written = await app.call(forPrograms.changeWebhook, {
      token,
      params,
      body: { name: 'B' },
    });
    expect(written.body.name).toBe('B');
    const rotated = await app.call(forPrograms.rotateWebhookSecret, { token, params, body: {} });
    const tried = await app.call(forPrograms.testWebhook, { token, params });
    expect(tried.body.status).toBe('delivered');
    verified(rotated.body.signingSecret, received[0] as Received);
    const { items } = (await app.call(forPrograms.readWebhookDeliveries, { token, params })).body;
    const again = { ...params, deliveryId: items[0]?.id ?? '' };
    const replay = await app.call(forPrograms.replayWebhookDelivery, { token, params: again });
    expect(replay.status).toBe(202);
    await untilReceived(2);
    expect((await app.call(forPrograms.removeWebhook, { token, params })).status).toBe(204);
    expect((await app.call(forPrograms.readWebhooks, { token })).body).toEqual([]);
  });

  it('refuses members, and keys that only read', async () => {
    const member = await acme.add('member');
    expect((await member.call(webhooks.listWebhooks)).status).toBe(403);
    const keys = [await createKey(member), await createKey(ada, 'read')];
    for (const { key: token } of keys)
      expect((await app.call(forPrograms.readWebhooks, { token })).status).toBe(403);
  });
});
