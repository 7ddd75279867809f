/** Tests the receiver of spans when it gets more than it can handle. */
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import {
  keyOf,
  type SpanningAgent,
  sendSpans,
  spansUrl,
  startSpanningAgent,
  withKey,
} from '../../test/spanning-agent.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { openRunSpans } from './open-run-spans.ts';

let app: TestApp;
let agent: SpanningAgent;
let ada: Member;
let key: string;

beforeAll(async () => {
  agent = await startSpanningAgent(async () => {});
  app = await startTestApp({ settings: { PARLEY_RATE_LIMITS: 'on' }, reachable: [agent.host] });
  ada = (await createTenant(app)).owner;
  key = await keyOf(ada);
});

afterAll(async () => {
  await app.close();
  await agent[Symbol.asyncDispose]();
});

const status = async () => (await sendSpans(spansUrl(app), key, {})).status;

const open: ClientRequest[] = [];

/** Begins a request whose body never arrives. */
function beginRequest(bytes: number): void {
  const begun = request(spansUrl(app), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': bytes, ...withKey(key) },
  });
  begun.on('error', () => {});
  begun.flushHeaders();
  open.push(begun);
}

it('holds so much at the same time, and then tells exporters to come back', async () => {
  const statusAfterAnother = () => {
    beginRequest(8 * 1024 * 1024);
    return status();
  };
  await expect.poll(statusAfterAnother, { timeout: 10_000 }).toBe(429);
  expect(open.length).toBeGreaterThanOrEqual(8);
  for (const each of open) each.destroy();
  await expect.poll(status, { timeout: 10_000 }).toBe(200);
});

it('refuses more requests than an address may make, and runs under way know', async () => {
  const suiteId = await createBotSuite(ada, { botUrl: `http://${agent.host}/chat` });
  const { id } = await startRun(ada, suiteId);
  await untilEnded(ada, id);
  const spans = await openRunSpans(app.platform, { id, organizationId: ada.organizationId });
  const turn = spans.book.openTurn();
  expect(await status()).toBe(200);
  // Requests without a key count, too.
  for (let sent = 0; sent < 6000; sent += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const answer = await fetch(spansUrl(app), { method: 'POST' });
        await answer.arrayBuffer();
      }),
    );
  }
  expect(await status()).toBe(429);
  await spans.book.refresh();
  expect([...turn.losses]).toEqual([expect.stringContaining('Too many requests')]);
  await spans.close();
}, 60_000);
