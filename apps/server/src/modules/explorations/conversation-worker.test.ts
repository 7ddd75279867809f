import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { explorations as endpoints } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { createEgress } from '@parley/egress';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { explorations } from '../../db/schema/index.ts';
import type { LeasedWorker } from '../../platform/leased-work/leased-work.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { startConversationWorker } from './conversation-worker.ts';
import { explorationLimits } from './exploration-limits.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ hasWorker: false });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const startWorker = (idleMs?: number): Promise<LeasedWorker> =>
  startConversationWorker(app.platform, {
    egressOf: async () => createEgress({ allow: ['127.0.0.0/8:*'] }),
    ...(idleMs !== undefined && { idleMs }),
  });

async function beginConversation(): Promise<{ explorationId: string }> {
  const channel = { kind: 'http', url: bot.url } as const;
  const { body } = await ada.call(endpoints.createExploration, { body: { channel } });
  const params = { explorationId: body.id };
  await ada.call(endpoints.startConversation, {
    params,
    body: { path: [{ kind: 'text', text: 'hours' }] },
  });
  return params;
}

async function untilTypes(params: { explorationId: string }, last: string) {
  return expect
    .poll(
      async () => {
        const { body } = await ada.call(endpoints.listExplorationEvents, { params });
        const { event } = body.events.at(-1) ?? {};
        return event?.type === 'conversation.ended' ? event.reason : event?.type;
      },
      { timeout: 15_000 },
    )
    .toBe(last);
}

it('a conversation waits until there is a worker', async () => {
  const params = await beginConversation();
  const waiting = await ada.call(endpoints.getExploration, { params });
  expect(waiting.body.conversationStatus).toBe('waiting');
  const worker = await startWorker();
  await untilTypes(params, 'heard');
  await worker.close();
});

it('a conversation takes twenty things to say while the bot thinks, and not one more', async () => {
  const params = await beginConversation();
  const say = (count: number) =>
    ada.call(endpoints.say, {
      params,
      body: { conversation: 1, input: { kind: 'text', text: `Hello ${count}` } },
    });
  // One message was sent at the start.
  for (let count = 2; count <= 20; count += 1) expect((await say(count)).status).toBeLessThan(300);
  const { status, error } = await say(21);
  expect([status, error?.code]).toEqual([409, 'limit_reached']);
});

it('a conversation that waited too long for a worker ends instead of starting', async () => {
  const params = await beginConversation();
  await app.platform.db
    .update(explorations)
    .set({ waitingSince: sql`now() - interval '1 hour'` })
    .where(eq(explorations.id, params.explorationId));
  const worker = await startWorker();
  await untilTypes(params, 'interrupted');
  await worker.close();
  const { events } = (await ada.call(endpoints.listExplorationEvents, { params })).body;
  expect(events.map(({ event }) => event.type)).toEqual([
    'conversation.started',
    'said',
    'conversation.ended',
  ]);
  const { body } = await ada.call(endpoints.getExploration, { params });
  expect(body.conversationStatus).toBe('ended');
});

it('an idle conversation ends', async () => {
  const worker = await startWorker(50);
  const params = await beginConversation();
  await untilTypes(params, 'idle');
  await worker.close();
});

it('a worker that stops ends its conversations, and says so', async () => {
  const worker = await startWorker();
  const params = await beginConversation();
  await untilTypes(params, 'heard');
  await worker.close();
  await untilTypes(params, 'interrupted');
});

it('a conversation whose worker was lost is ended by another one', async () => {
  const params = await beginConversation();
  await app.platform.db
    .update(explorations)
    .set({
      conversationStatus: 'held',
      leaseOwner: 'lost',
      leaseExpiresAt: sql`now() - interval '1 second'`,
    })
    .where(sql`${explorations.id} = ${params.explorationId}`);
  const worker = await startWorker();
  await untilTypes(params, 'interrupted');
  await worker.close();
});

/** Starts a bot that repeats the same message every few milliseconds. */
async function startEndlessBot() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    const timer = setInterval(() => socket.send('{"text":"And then?"}'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('a bot that never stops speaking is polled now and then, until the exploration is full', async () => {
  await using endless = await startEndlessBot();
  const channel = { kind: 'websocket', url: endless.url } as const;
  const { body } = await ada.call(endpoints.createExploration, { body: { channel } });
  const params = { explorationId: body.id };
  const { eventsMax } = explorationLimits;
  const before = eventsMax - 12;
  await app.platform.db
    .update(explorations)
    .set({ lastSeq: before })
    .where(eq(explorations.id, params.explorationId));
  const worker = await startWorker();
  await ada.call(endpoints.startConversation, { params, body: {} });
  await untilTypes(params, 'limit');
  await worker.close();
  const { events } = (await ada.call(endpoints.listExplorationEvents, { params })).body;
  expect(events.at(-1)?.seq).toBe(eventsMax);
  const heardAt = events.flatMap(({ event }) => (event.type === 'heard' ? event.at : []));
  expect(heardAt.length).toBeGreaterThan(1);
  for (const [index, at] of heardAt.entries())
    expect(at - (heardAt[index - 1] ?? 0)).toBeGreaterThanOrEqual(300);
});
