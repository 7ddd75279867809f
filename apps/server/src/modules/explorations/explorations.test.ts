import { utimes } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { billing, devices, explorations as endpoints, suites } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { printWav } from '@parley/sip';
import { emptyExploration, foldExploration, type Input } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explorations, organizations } from '../../db/schema/index.ts';
import { cleanUp } from '../../platform/queue/clean-up.ts';
import { filesFolderOf } from '../../platform/storage/storage-of.ts';
import { createBotSuite } from '../../test/bot-suite.ts';
import { type LiveClient, signedInLive } from '../../test/live-client.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { countUsage } from '../billing/billing.ts';
import { evidenceCleanUps } from './trim-evidence.ts';

let bot: DemoBot;
let slowBot: DemoBot;
let echoBot: EchoBot;
/** A speech service that always recognizes the same text, with low confidence. */
let recognizer: EchoBot;
let app: TestApp;
let ada: Member;
/** Member of another organization, because each organization holds a limited number of conversations at a time. */
let grace: Member;

beforeAll(async () => {
  bot = await startDemoBot();
  slowBot = await startDemoBot({ delayMs: 60_000 });
  echoBot = await startEchoBot();
  const segments = [{ start: 0, end: 1, avg_logprob: Math.log(0.3), no_speech_prob: 0 }];
  recognizer = await startEchoBot(JSON.stringify({ text: ' My balance ', segments }));
  app = await startTestApp({
    reachable: [bot, slowBot, echoBot].map(({ url }) => new URL(url).host),
    settings: { PARLEY_STT: 'openai', PARLEY_STT_URL: recognizer.url },
  });
  ada = (await createTenant(app)).owner;
  grace = (await createTenant(app, { name: 'Grace' })).owner;
});

afterAll(async () => {
  await app.close();
  await bot.close();
  await slowBot.close();
  await echoBot.close();
  await recognizer.close();
});

const trim = () =>
  cleanUp(app.platform, evidenceCleanUps(app.platform), AbortSignal.timeout(10_000));

/** Starts a bot that always gives the same reply and remembers the request headers. */
async function startEchoBot(answer = 'Monday to Friday') {
  let headers: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    headers = request.headers;
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/message`,
    lastHeaders: () => headers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type EchoBot = Awaited<ReturnType<typeof startEchoBot>>;

const text = (words: string): Input => ({ kind: 'text', text: words });

async function explore(member: Member, channel: object = { kind: 'http', url: bot.url }) {
  const created = await member.call(endpoints.createExploration, {
    body: { channel: channel as never },
  });
  if (created.status !== 201) throw new Error(created.text);
  return created.body.id;
}

async function begin(member: Member, explorationId: string, path: Input[] = []) {
  const params = { explorationId };
  const { status, body, text } = await member.call(endpoints.startConversation, {
    params,
    body: { path },
  });
  if (status !== 202) throw new Error(text);
  return body.conversation;
}

function say(member: Member, explorationId: string, conversation: number, words: string) {
  const body = { conversation, input: text(words) };
  return member.call(endpoints.say, { params: { explorationId }, body });
}

async function conversationsOf(member: Member, explorationId: string) {
  const { body } = await member.call(endpoints.listExplorationEvents, {
    params: { explorationId },
  });
  const seqs = body.events.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  return body.events.map(({ event }) => event).reduce(foldExploration, emptyExploration())
    .conversations;
}

async function interactionsOf(member: Member) {
  const { body } = await member.call(billing.getBilling);
  return body.meters.find(({ kind }) => kind === 'interactions')?.used;
}

type Conversations = Awaited<ReturnType<typeof conversationsOf>>;

function follow(live: LiveClient, organizationId: string, id: string, after = 0): void {
  live.send({ type: 'subscribe', organizationId, topics: [{ kind: 'exploration', id, after }] });
}

async function until(
  member: Member,
  explorationId: string,
  isAsWanted: (conversations: Conversations) => boolean,
): Promise<Conversations> {
  const live = await signedInLive(app.url, member.token);
  const { organizationId } = member;
  follow(live, organizationId, explorationId);
  try {
    for (let told = 1; ; told += 1) {
      await live.until(
        () => live.messages.filter(({ type }) => type === 'exploration-events').length >= told,
      );
      const conversations = await conversationsOf(member, explorationId);
      if (isAsWanted(conversations)) return conversations;
    }
  } finally {
    live.drop();
  }
}

const repliesOf = (conversations: Conversations) =>
  conversations.map(({ turns }) => turns.map(({ reply }) => reply?.text));

const isAnswered = (turns: number) => (conversations: Conversations) => {
  const last = conversations.at(-1);
  return last?.turns.length === turns && last.turns.every(({ status }) => status !== 'pending');
};

/** Creates a WAV file of a tone without speech. */
function toneWav(seconds: number, sampleRate = 16_000): string {
  const tone = Int16Array.from(
    { length: seconds * sampleRate },
    (_, at) => 9000 * Math.sin(at / 9),
  );
  return printWav({ sampleRate, channels: [tone] }).toString('base64');
}

function speak(member: Member, explorationId: string, conversation: number, audio: string) {
  return member.call(endpoints.speak, { params: { explorationId }, body: { conversation, audio } });
}

describe('what is spoken to a webchat', () => {
  it('is written down, with a doubt where there is one, and not said to the bot', async () => {
    const id = await explore(grace);
    const conversation = await begin(grace, id);
    const { status, body } = await speak(grace, id, conversation, toneWav(1));
    expect(status).toBe(202);
    const isWritten = (all: Conversations) => all[0]?.dictations[0]?.transcript !== undefined;
    const [held] = await until(grace, id, isWritten);
    const transcript = { text: 'My balance', isUnsure: true };
    expect(held?.dictations).toEqual([{ recording: body.recording, transcript }]);
    expect(held?.turns).toEqual([]);
  });

  it.each([
    ['no WAV file', Buffer.from('RIFF and nothing').toString('base64')],
    ['too short for a word', toneWav(0.05)],
    ['too long', toneWav(33, 8000)],
    ['at a rate that nobody hears', toneWav(1, 4000)],
  ])('is refused if it is %s', async (_, audio) => {
    const id = await explore(grace);
    const conversation = await begin(grace, id);
    const { status, error } = await speak(grace, id, conversation, audio);
    expect(status).toBe(400);
    expect(error?.code).toBe('invalid_request');
  });

  it('is refused in a conversation that has ended', async () => {
    const id = await explore(grace);
    const conversation = await begin(grace, id);
    await grace.call(endpoints.endConversation, { params: { explorationId: id } });
    const { error } = await speak(grace, id, conversation, toneWav(1));
    expect(error?.code).toBe('conversation_over');
  });

  it('and the files that it leaves go by the plan', async () => {
    const id = await explore(grace);
    const conversation = await begin(grace, id);
    const { body } = await speak(grace, id, conversation, toneWav(1));
    const statusNow = async () =>
      (
        await grace.call(endpoints.getExplorationEvidence, {
          params: { explorationId: id, evidenceId: body.recording },
        })
      ).status;
    await trim();
    expect(await statusNow()).toBe(200);
    await app.platform.db
      .update(explorations)
      .set({ lastActiveAt: sql`now() - interval '15 days'` })
      .where(eq(explorations.id, id));
    await trim();
    expect(await statusNow()).toBe(404);
  });

  it('and the files that it leaves stay while it is used, however old they are', async () => {
    const { storage, config } = app.platform;
    const id = await explore(grace);
    const conversation = await begin(grace, id);
    const { body } = await speak(grace, id, conversation, toneWav(1));
    await grace.call(endpoints.endConversation, { params: { explorationId: id } });
    const key = `explorations/${id}/${body.recording}`;
    await utimes(join(filesFolderOf(config.dataFolder), key), 1, 1);
    await trim();
    expect(await storage.get(key)).toBeDefined();
  });

  it('and its files are removed once no row names them', async () => {
    const { storage, config } = app.platform;
    const key = 'explorations/gone/old.txt';
    await storage.put(key, Buffer.from('x'));
    await utimes(join(filesFolderOf(config.dataFolder), key), 1, 1);
    await trim();
    expect(await storage.get(key)).toBeUndefined();
  });
});

describe('a virtual device', () => {
  const visitor = (name: string) =>
    grace.call(devices.createDevice, {
      body: {
        name,
        locale: 'de-DE',
        settings: {
          platform: 'webchat',
          browser: 'firefox-windows',
          viewport: { width: 412, height: 915 },
        },
      },
    });

  it('of a suite is used to explore its bot, and is not written into it', async () => {
    const device = await visitor('Visitor of a suite');
    const suiteId = await createBotSuite(grace, { botUrl: echoBot.url });
    await grace.call(suites.updateSuite, {
      params: { suiteId },
      body: { deviceId: device.body.id },
    });
    const created = await grace.call(endpoints.createExploration, { body: { suiteId } });
    expect(created.body.device).toEqual({ id: device.body.id, name: 'Visitor of a suite' });
    const { id } = created.body;
    await begin(grace, id, [text('hours')]);
    await until(grace, id, isAnswered(1));
    expect(echoBot.lastHeaders()).toMatchObject({
      'accept-language': expect.stringContaining('de-DE'),
      'user-agent': expect.stringContaining('Firefox'),
    });
    const stored = await grace.call(endpoints.getExploration, { params: { explorationId: id } });
    expect(JSON.stringify(stored.body.configuration)).not.toContain('Firefox');
  });

  it('can be chosen for another bot, if it is for its platform', async () => {
    const device = await visitor('Visitor of a bot');
    const channel = { kind: 'http', url: echoBot.url } as const;
    const body = { channel, deviceId: device.body.id };
    const { body: created } = await grace.call(endpoints.createExploration, { body });
    await begin(grace, created.id, [text('hours')]);
    await until(grace, created.id, isAnswered(1));
    expect(echoBot.lastHeaders()['accept-language']).toContain('de-DE');
    const line = { kind: 'phone', to: 'sip:bank@127.0.0.1' } as const;
    const wrong = { channel: line, deviceId: device.body.id };
    const refused = await grace.call(endpoints.createExploration, { body: wrong });
    expect(refused.status).toBe(400);
    await grace.call(devices.deleteDevice, { params: { deviceId: device.body.id } });
    await begin(grace, created.id, [text('hours')]);
    const after = await grace.call(endpoints.getExploration, {
      params: { explorationId: created.id },
    });
    expect(after.body.device).toBeNull();
  });
});

describe('a conversation', () => {
  it('proceeds turn by turn, with the payload, the buttons and the latency of each reply', async () => {
    const id = await explore(ada);
    const conversation = await begin(ada, id);
    await say(ada, id, conversation, 'balance');
    await say(ada, id, conversation, 'savings');
    const [held] = await until(ada, id, isAnswered(2));
    expect(held?.turns[0]?.reply).toMatchObject({
      text: 'Which account do you mean?',
      buttons: [{ title: 'Checking' }, { title: 'Savings' }],
      payload: { messages: [{ text: 'Which account do you mean?' }] },
      latencyMs: expect.any(Number),
    });
    expect(held?.turns[1]?.reply?.text).toContain('Your savings account holds');
  });

  it('with a bot that speaks first begins with its greeting', async () => {
    const id = await explore(ada, { kind: 'websocket', url: bot.wsUrl, greets: true });
    const conversation = await begin(ada, id);
    await say(ada, id, conversation, 'opening hours');
    const [held] = await until(ada, id, isAnswered(2));
    expect(held?.turns[0]).toMatchObject({
      input: { kind: 'open' },
      reply: { messages: ['Welcome to Parley Bank.', 'How can I help you?'] },
    });
    expect(held?.turns[1]?.reply?.text).toContain('Monday to Friday');
  });

  it('goes to a place again by playing its path', async () => {
    const id = await explore(ada);
    await begin(ada, id, [text('transfer'), text('Ada'), text('50')]);
    const conversations = await until(ada, id, isAnswered(3));
    expect(repliesOf(conversations).at(-1)?.at(-1)).toBe('Send $50.00 to Ada?');
    expect(conversations[0]?.turns.every(({ isReplay }) => isReplay)).toBe(true);
  });

  it('ends when another one starts, and accepts no more messages', async () => {
    const id = await explore(ada);
    const first = await begin(ada, id);
    await begin(ada, id);
    const conversations = await until(ada, id, (all) => all[1]?.inputs !== undefined);
    expect(conversations[0]?.end?.reason).toBe('replaced');
    const { status, error } = await say(ada, id, first, 'hello');
    expect([status, error?.code]).toEqual([409, 'conversation_over']);
  });

  it('is hung up at once, also while the bot thinks about its answer', async () => {
    const id = await explore(ada, { kind: 'http', url: slowBot.url });
    const conversation = await begin(ada, id);
    await say(ada, id, conversation, 'hello');
    await until(ada, id, (all) => all[0]?.inputs !== undefined);
    const ended = await ada.call(endpoints.endConversation, { params: { explorationId: id } });
    expect(ended.body.conversationStatus).toBe('ended');
    const again = await ada.call(endpoints.endConversation, { params: { explorationId: id } });
    expect([again.status, again.body.lastSeq]).toEqual([200, ended.body.lastSeq]);
    const [held] = await conversationsOf(ada, id);
    expect(held?.end?.reason).toBe('user');
  });

  it.each([
    ['a bot that nobody listens for', 'http://127.0.0.1:9/', 'egress-refused'],
    ['an address that is none', 'http://', 'invalid-url'],
  ])('with %s ends and says why', async (_, url, code) => {
    const id = await explore(ada, { kind: 'http', url });
    const conversation = await begin(ada, id);
    await say(ada, id, conversation, 'hello');
    const [held] = await until(ada, id, ([first]) => first?.end !== undefined);
    expect(held?.end).toMatchObject({ reason: 'bot', failure: { code } });
  });

  it('is refused where the subscription is not active', async () => {
    const locked = await createTenant(app);
    const id = await explore(locked.owner);
    await app.platform.db
      .update(organizations)
      .set({ subscriptionStatus: 'disabled' })
      .where(eq(organizations.id, locked.organizationId));
    const { status, error } = await locked.owner.call(endpoints.startConversation, {
      params: { explorationId: id },
      body: {},
    });
    expect([status, error?.code]).toEqual([403, 'subscription_inactive']);
  });

  it('counts its answered turns as used, also once the exploration is deleted', async () => {
    const { owner } = await createTenant(app);
    const id = await explore(owner);
    const conversation = await begin(owner, id, [text('hello')]);
    await say(owner, id, conversation, 'balance');
    await until(owner, id, isAnswered(2));
    await owner.call(endpoints.deleteExploration, { params: { explorationId: id } });
    expect(await interactionsOf(owner)).toBe(2);
  });

  it('does not start once the quota is used up, and an active one continues to its end', async () => {
    const { owner, organizationId } = await createTenant(app);
    const id = await explore(owner);
    const conversation = await begin(owner, id);
    await countUsage({ db: app.platform.db, organizationId }, 'run:earlier', {
      interactions: 10_000,
      callSeconds: 0,
    });
    await say(owner, id, conversation, 'hello');
    await until(owner, id, isAnswered(1));
    const params = { explorationId: id };
    const refused = await owner.call(endpoints.startConversation, { params, body: {} });
    expect([refused.status, refused.error?.code]).toEqual([402, 'quota_reached']);
  });

  it('is one of at most ten of an organization at a time', async () => {
    const { owner } = await createTenant(app);
    const ids = await Promise.all(Array.from({ length: 11 }, () => explore(owner)));
    for (const id of ids.slice(0, 10)) await begin(owner, id);
    const params = { explorationId: ids[10] ?? '' };
    const refused = await owner.call(endpoints.startConversation, { params, body: {} });
    expect([refused.status, refused.error?.code]).toEqual([409, 'limit_reached']);
    await owner.call(endpoints.endConversation, { params: { explorationId: ids[0] ?? '' } });
    expect(await begin(owner, ids[10] ?? '')).toBe(1);
  });
});

describe('an exploration', () => {
  it('is read by pages of a megabyte, however well its events can be compressed', async () => {
    const channel = { kind: 'http', url: bot.url } as const;
    const { body } = await ada.call(endpoints.createExploration, { body: { channel } });
    const params = { explorationId: body.id };
    await app.platform.db.execute(sql`
      insert into exploration_events (exploration_id, seq, event)
      select ${body.id}, n, jsonb_build_object('type', 'heard', 'at', n, 'text', repeat('x', 400000))
      from generate_series(1, 12) n`);
    const seen: number[] = [];
    for (let after = 0; after < 12; after = seen.at(-1) ?? 12) {
      const page = await ada.call(endpoints.listExplorationEvents, { params, query: { after } });
      expect(JSON.stringify(page.body).length).toBeLessThan(2_500_000);
      seen.push(...page.body.events.map(({ seq }) => seq));
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    const query = { after: 0, limit: 2 };
    const few = await ada.call(endpoints.listExplorationEvents, { params, query });
    expect(few.body.events.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('of a suite talks to the bot that the suite has now', async () => {
    const suiteId = await createBotSuite(ada, { botUrl: 'https://old.example/' });
    const created = await ada.call(endpoints.createExploration, { body: { suiteId } });
    expect(created.body).toMatchObject({ name: 'Opening hours', suiteId });
    const suite = await ada.call(suites.getSuite, { params: { suiteId } });
    await ada.call(suites.updateSuite, {
      params: { suiteId },
      body: { source: suite.body.source.replace('https://old.example/', bot.url) },
    });
    await begin(ada, created.body.id, [text('hours')]);
    const conversations = await until(ada, created.body.id, isAnswered(1));
    expect(repliesOf(conversations)[0]?.[0]).toContain('Monday to Friday');
  });

  it.each([
    ['neither suite nor channel', {}, 400],
    ['a channel of no kind', { channel: { url: 'https://bot.example' } }, 400],
    ['a channel without an address', { channel: { kind: 'http' } }, 400],
    ['an address of another scheme', { channel: { kind: 'http', url: 'ftp://bot.example' } }, 400],
    ['a suite that does not exist', { suiteId: 'unknown' }, 404],
  ])('is refused with %s', async (_, body, status) => {
    const answer = await ada.call(endpoints.createExploration, { body: body as never });
    expect(answer.status).toBe(status);
  });

  it('is listed page by page, the one used last first', async () => {
    const { owner } = await createTenant(app);
    const ids = [await explore(owner), await explore(owner), await explore(owner)];
    await begin(owner, ids[0] ?? '');
    const first = await owner.call(endpoints.listExplorations, { query: { limit: 1 } });
    expect(first.body.items.map(({ id }) => id)).toEqual([ids[0]]);
    const query = { limit: 5, cursor: first.body.nextCursor ?? '' };
    const rest = await owner.call(endpoints.listExplorations, { query });
    expect(rest.body.items.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted());
    expect(rest.body.nextCursor).toBeNull();
  });

  it.each(['nonsense', '1 a\0b', '["1","a\\u0000b"]', '["999999999999999","a"]'])(
    'is not listed behind the cursor %j',
    async (text) => {
      const cursor = Buffer.from(text).toString('base64url');
      const { status, error } = await ada.call(endpoints.listExplorations, { query: { cursor } });
      expect(status).toBe(400);
      expect(error?.problems).toMatchObject([{ path: 'cursor' }]);
    },
  );

  it('is renamed, its states are named, and it is deleted with all that', async () => {
    const id = await explore(ada);
    const params = { explorationId: id };
    const renamed = await ada.call(endpoints.renameExploration, { params, body: { name: 'Bank' } });
    expect(renamed.body.name).toBe('Bank');
    const named = await ada.call(endpoints.nameState, {
      params: { ...params, stateKey: 'start' },
      body: { name: 'Welcome' },
    });
    expect(named.status).toBe(200);
    const { body } = await ada.call(endpoints.listExplorationEvents, { params });
    expect(body.events).toMatchObject([{ event: { type: 'state.named', name: 'Welcome' } }]);
    expect((await ada.call(endpoints.deleteExploration, { params })).status).toBe(204);
    expect((await ada.call(endpoints.getExploration, { params })).status).toBe(404);
  });

  it('can be followed live, from the place that one has seen', async () => {
    const id = await explore(ada);
    const live = await signedInLive(app.url, ada.token);
    const { organizationId } = ada;
    follow(live, organizationId, id);
    const conversation = await begin(ada, id);
    await say(ada, id, conversation, 'savings balance');
    const isHeard = (message: (typeof live.messages)[number]) =>
      message.type === 'exploration-events' &&
      message.events.some(({ event }) => event.type === 'heard');
    await live.until(isHeard);
    const seqs = live.messages.flatMap((message) =>
      message.type === 'exploration-events' ? message.events.map(({ seq }) => seq) : [],
    );
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    live.drop();

    const later = await signedInLive(app.url, ada.token);
    follow(later, organizationId, id, 3);
    const told = await later.until(isHeard);
    expect(told.type === 'exploration-events' && told.events[0]?.seq).toBe(4);
    later.drop();
  });

  it('of another organization cannot be followed', async () => {
    const id = await explore(ada);
    const stranger = (await createTenant(app)).owner;
    const live = await signedInLive(app.url, stranger.token);
    for (const organizationId of [ada.organizationId, stranger.organizationId]) {
      live.messages.length = 0;
      follow(live, organizationId, id);
      await live.until(({ type }) => type === 'refused');
    }
    live.drop();
  });
});
