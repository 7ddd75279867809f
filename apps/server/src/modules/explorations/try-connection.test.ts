import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { billing, explorations } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { count, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { explorations as rows } from '../../db/schema/index.ts';
import { startPresence } from '../../platform/presence.ts';
import { cleanUp } from '../../platform/queue/clean-up.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { explorationLimits } from './exploration-limits.ts';
import { evidenceCleanUps } from './trim-evidence.ts';

let bot: DemoBot;
/** A bot that echoes the request, says nothing or fails, depending on the path. */
let oddBot: Server;
let app: TestApp;
let ada: Member;

const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  bot = await startDemoBot();
  oddBot = createServer((request, response) => {
    if (request.url === '/broken') response.writeHead(500).end('Out of order');
    else if (request.url === '/wordless') response.end('{"messages":[]}');
    else if (request.url === '/silent') return;
    else response.end(`Key ${request.headers['x-key']}`);
  });
  await new Promise<void>((resolve) => oddBot.listen(0, '127.0.0.1', resolve));
  app = await startTestApp({ reachable: [new URL(bot.url).host, addressOf(oddBot)] });
  ada = (await createTenant(app)).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
  oddBot.closeAllConnections();
  oddBot.close();
});

async function attempt(channel: object, message = 'What are your opening hours?', more = {}) {
  const body = { channel: channel as never, message, ...more };
  return ada.call(explorations.tryConnection, { body });
}

const at = (path: string, more = {}) => ({
  kind: 'http',
  url: `http://${addressOf(oddBot)}${path}`,
  ...more,
});

async function keptRows(): Promise<number> {
  const [row] = await app.platform.db.select({ count: count() }).from(rows);
  return row?.count ?? 0;
}

const { trialMs } = explorationLimits;

afterEach(() => {
  Object.assign(explorationLimits, { trialMs });
});

describe('a message to a bot that is not connected yet', () => {
  it('is answered, and nothing of it is kept', async () => {
    const { status, body } = await attempt({ kind: 'http', url: bot.url });
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: 'answered', failure: null });
    expect(body.replies.map(({ text }) => text).join()).toContain('Monday to Friday');
    expect(await keptRows()).toBe(0);
    const listed = await ada.call(explorations.listExplorations, { query: {} });
    expect(listed.body.items).toEqual([]);
  });

  it('fills the variables of the channel', async () => {
    const channel = at('/', { headers: { 'x-key': '{{key}}' } });
    const { body } = await attempt(channel, 'Hi', { variables: { key: 'k-17' } });
    expect(body.replies).toMatchObject([{ text: 'Key k-17' }]);
  });

  it('counts as used, as any message does', async () => {
    const used = async () =>
      (await ada.call(billing.getBilling)).body.meters.find(({ kind }) => kind === 'interactions')
        ?.used;
    const before = await used();
    await attempt({ kind: 'http', url: bot.url });
    expect(await used()).toBe(Number(before) + 1);
  });

  it.each([
    ['cannot be reached', { kind: 'http', url: 'http://127.0.0.1:9/' }, 'failed'],
    ['breaks', 'broken', 'failed'],
  ] as const)('tells that a bot %s, and never that it answered', async (_, channel, outcome) => {
    const of = typeof channel === 'string' ? at(`/${channel}`) : channel;
    const { status, body } = await attempt(of);
    expect([status, body.outcome], JSON.stringify(body)).toEqual([200, outcome]);
    expect(body.replies).toEqual([]);
    expect(body.failure?.message).toMatch(/\w/);
    expect(await keptRows()).toBe(0);
  });

  it('tells that a bot answers without words, and shows what it answered', async () => {
    const { body } = await attempt(at('/wordless'));
    expect(body.outcome).toBe('empty');
    expect(body.replies).toMatchObject([{ payload: { messages: [] } }]);
  });

  it('tells that a bot says nothing in time', async () => {
    Object.assign(explorationLimits, { trialMs: 1500 });
    const { body } = await attempt(at('/silent'));
    expect(body).toMatchObject({ outcome: 'silent', replies: [] });
    expect(body.failure?.message).toMatch(/did not answer/);
    expect(await keptRows()).toBe(0);
  });

  it('is refused for a channel that no suite could have', async () => {
    const { status, error } = await attempt({ kind: 'http', url: '' });
    expect(status).toBe(400);
    expect(error?.problems?.[0]?.message).toMatch(/\w/);
    expect(await keptRows()).toBe(0);
  });

  it('is hidden while it lasts, and removed if its server has stopped', async () => {
    const { body } = await ada.call(explorations.createExploration, {
      body: { channel: { kind: 'http', url: bot.url } },
    });
    await app.platform.db
      .update(rows)
      .set({ isTrial: true, lastActiveAt: sql`now() - interval '2 hours'` });
    expect((await ada.call(explorations.listExplorations, { query: {} })).body.items).toEqual([]);
    await cleanUp(app.platform, evidenceCleanUps(app.platform), AbortSignal.timeout(10_000));
    const params = { explorationId: body.id };
    expect((await ada.call(explorations.getExploration, { params })).status).toBe(404);
  });
});

describe('an installation whose workers', () => {
  let idle: TestApp;
  beforeAll(async () => {
    idle = await startTestApp({ hasWorker: false });
  });
  afterAll(() => idle.close());

  async function refusal() {
    const { owner } = await createTenant(idle);
    const body = { channel: { kind: 'http', url: 'https://bot.example' } as never, message: 'Hi' };
    const { status, error } = await owner.call(explorations.tryConnection, { body });
    expect(await idle.platform.db.select().from(rows)).toEqual([]);
    return [status, error?.code, error?.message];
  }

  it('do not run says so at once, and keeps nothing', async () => {
    const words = expect.stringContaining('is running');
    expect(await refusal()).toEqual([409, 'installation_not_ready', words]);
  });

  it('are all busy says so, and keeps nothing', async () => {
    Object.assign(explorationLimits, { trialMs: 500 });
    const presence = await startPresence(idle.platform, 'worker');
    expect(await refusal()).toEqual([503, 'unavailable', expect.stringContaining('was free')]);
    await presence.close();
  });
});
