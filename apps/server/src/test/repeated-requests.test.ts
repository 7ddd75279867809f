/**
 * Tests that repeating a request with the same idempotency key creates only one object and returns the same response, and that
 * the secrets in the response are not stored in plain text.
 */
import { alerts, apiKeys, type Endpoint, organizations, runShares } from '@parley/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKeys, outboxMails } from '../db/schema/index.ts';
import { newId } from '../platform/security/ids.ts';
import { createBotSuite, startRun } from './bot-suite.ts';
import type { TestCall } from './call-api.ts';
import { createTenant, type Member } from './tenant.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let owner: Member;
let runId: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  owner = (await createTenant(app)).owner;
  runId = (await startRun(owner, await createBotSuite(owner, { botUrl: app.url }))).id;
});

afterAll(() => app.close());

const route = {
  name: 'On call',
  isEnabled: true,
  classes: [],
  afterMinutes: 0,
  remindEveryMinutes: null,
};

const webhook = {
  body: { ...route, target: { kind: 'webhook' as const, url: 'https://alerts.example.org/in' } },
};

async function twice<E extends Endpoint>(endpoint: E, call: TestCall<E>) {
  const key = newId();
  const keyed = { ...call, headers: { 'idempotency-key': key } };
  const [first, second] = [await owner.call(endpoint, keyed), await owner.call(endpoint, keyed)];
  expect(first.status, first.text).toBe(201);
  expect(second.status, second.text).toBe(201);
  expect(second.body).toEqual(first.body);
  const stored = await app.platform.db
    .select()
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.key, key));
  return { key, answer: first.body, stored: JSON.stringify(stored) };
}

describe('a request sent again with the same key', () => {
  it('makes one API key, which works', async () => {
    const { answer, stored } = await twice(apiKeys.createApiKey, { body: { name: 'CI' } });
    expect((await owner.call(apiKeys.listApiKeys)).body).toHaveLength(1);
    expect(stored).not.toContain(answer.key);
    expect(stored).not.toContain(answer.beginning);
  });

  it('makes one alert channel, whose signing secret stays the same', async () => {
    const { answer, stored } = await twice(alerts.createAlertChannel, webhook);
    expect((await owner.call(alerts.listAlertChannels)).body).toHaveLength(1);
    expect(answer.signingSecret).toMatch(/^whsec_/);
    expect(stored).not.toContain('whsec_');
    expect(stored).not.toContain(answer.signingSecret);
  });

  it('makes one link to a run, which opens it', async () => {
    const { answer, stored } = await twice(runShares.shareRun, {
      params: { runId },
      body: { days: 7 },
    });
    const list = await owner.call(runShares.listRunShares, { params: { runId } });
    expect(list.body).toHaveLength(1);
    expect(stored).not.toContain(new URL(answer.url).hash.slice(1));
  });

  it('mails one invitation', async () => {
    const email = 'guest@invited.test';
    const { stored } = await twice(organizations.invite, { body: { email, role: 'member' } });
    const mails = await app.platform.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, email));
    expect(mails).toHaveLength(1);
    expect(stored).not.toContain(email);
  });

  it('is refused when it asks for something else', async () => {
    const { key } = await twice(apiKeys.createApiKey, { body: { name: 'First' } });
    const { status, error } = await owner.call(apiKeys.createApiKey, {
      body: { name: 'Second' },
      headers: { 'idempotency-key': key },
    });
    expect([status, error?.code]).toEqual([422, 'idempotency_key_used']);
  });
});
