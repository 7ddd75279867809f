import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  runs as endpoints,
  identity,
  type LiveServerMessage,
  livePath,
  type OrganizationPart,
  organizations,
  projects,
  tabHeader,
} from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { and, eq, sql } from 'drizzle-orm';
import { register } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { memberships, runEvents, runs, sessions } from '../../../db/schema/index.ts';
import { ownerDatabase } from '../../../platform/database/organization-database.ts';
import { createBotSuite, startRun, untilEnded } from '../../../test/bot-suite.ts';
import { isRunEnd, type LiveClient, openLive, signedInLive } from '../../../test/live-client.ts';
import { createTenant, type Member, type Tenant } from '../../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let bot: DemoBot;
let app: TestApp;
let acme: Tenant;
let ada: Member;
let suiteId: string;

beforeAll(async () => {
  bot = await startDemoBot({ delayMs: 20 });
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  acme = await createTenant(app);
  ada = acme.owner;
  suiteId = await createBotSuite(ada, { botUrl: bot.url, tests: 12, turns: 3, concurrency: 3 });
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

function isChangeOf(part: OrganizationPart) {
  return (message: LiveServerMessage) =>
    message.type === 'organization-changed' && message.part === part;
}

function subscribeRun(client: LiveClient, runId: string, after = 0): void {
  client.send({
    type: 'subscribe',
    organizationId: acme.organizationId,
    topics: [{ kind: 'run', id: runId, after }],
  });
}

function subscribeOrganization(client: LiveClient, id: string, unheardMs = 0): void {
  client.send({
    type: 'subscribe',
    organizationId: id,
    topics: [{ kind: 'organization', id, unheardMs }],
  });
}

async function openSockets(): Promise<number | undefined> {
  const gauge = await register.getSingleMetric('parley_live_sockets')?.get();
  return gauge?.values[0]?.value;
}

describe('following a run', () => {
  it('sends every event once and in order', async () => {
    const client = await signedInLive(app.url, ada.token);
    const { id } = await startRun(ada, suiteId);
    subscribeRun(client, id);
    const { run } = await client.until(isRunEnd);
    expect(run).toMatchObject({ status: 'passed', counts: { passed: 12 } });
    const { body } = await ada.call(endpoints.listRunEvents, { params: { runId: id } });
    expect(client.seqsOf(id)).toEqual(body.events.map(({ seq }) => seq));
    client.drop();
  });

  it('misses nothing and repeats nothing across broken connections', async () => {
    const { id } = await startRun(ada, suiteId);
    const seen: number[] = [];
    for (let isAtEnd = false; !isAtEnd; ) {
      const client = await signedInLive(app.url, ada.token);
      subscribeRun(client, id, seen.at(-1) ?? 0);
      await client.until((message) => message.type === 'run-events' && message.events.length > 0);
      isAtEnd = client.messages.some(isRunEnd);
      client.drop();
      seen.push(...client.seqsOf(id));
    }
    const ended = await untilEnded(ada, id);
    expect(ended.status).toBe('passed');
    // One run.started and one run.finished, and a start and an end for each test and each of its steps.
    expect(seen).toEqual(Array.from({ length: 2 + 12 * 2 + 36 * 2 }, (_, index) => index + 1));
  });

  it.runIf(process.env.PARLEY_TEST_DATABASE_URL)(
    'misses nothing when the server loses the connection that it hears the news by',
    async () => {
      const client = await signedInLive(app.url, ada.token);
      const { id } = await startRun(ada, suiteId);
      subscribeRun(client, id);
      await client.until((message) => message.type === 'run-events' && message.events.length > 0);
      await ownerDatabase(app.platform.db).execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'parley listener' and datname = current_database()`,
      );
      await client.until(isRunEnd);
      expect(client.seqsOf(id)).toEqual(Array.from({ length: 98 }, (_, index) => index + 1));
      client.drop();
    },
  );

  it('follows many runs by one message, each from its own place', async () => {
    const started = await Promise.all([startRun(ada, suiteId), startRun(ada, suiteId)]);
    const ids = started.map(({ id }) => id);
    for (const id of ids) await untilEnded(ada, id);
    const client = await signedInLive(app.url, ada.token);
    client.send({
      type: 'subscribe',
      organizationId: acme.organizationId,
      topics: [
        ...ids.map((id, index) => ({ kind: 'run', id, after: index * 90 }) as const),
        { kind: 'run', id: 'none', after: 0 },
      ],
    });
    await client.until(({ type }) => type === 'refused');
    for (const [index, id] of ids.entries()) {
      await client.until((message) => isRunEnd(message) && message.runId === id);
      const { body } = await ada.call(endpoints.listRunEvents, {
        params: { runId: id },
        query: { after: index * 90 },
      });
      const told = client.messages.flatMap((message) =>
        message.type === 'run-events' && message.runId === id ? message.events : [],
      );
      expect(told).toEqual(body.events);
      expect(told[0]?.seq).toBe(index * 90 + 1);
    }
    client.drop();
  });

  it('refuses a run of another organization as one that does not exist', async () => {
    const other = await createTenant(app);
    const { id } = await startRun(ada, suiteId);
    const client = await signedInLive(app.url, other.owner.token);
    const organizations = [acme.organizationId, other.organizationId];
    for (const organizationId of organizations)
      client.send({
        type: 'subscribe',
        organizationId,
        topics: [{ kind: 'run', id, after: 0 }],
      });
    await client.until(() => client.messages.length === 3);
    expect(client.messages.slice(1)).toEqual(
      organizations.map(() => ({ type: 'refused', topic: `run:${id}`, message: 'Not found.' })),
    );
    client.drop();
    await untilEnded(ada, id);
  });
});

describe('following an organization', () => {
  it('announces which runs were queued, started and ended', async () => {
    const client = await signedInLive(app.url, ada.token);
    subscribeOrganization(client, acme.organizationId);
    client.send({ type: 'unsubscribe', kind: 'run', id: 'none' });
    const { id } = await startRun(ada, suiteId);
    await client.until(
      (message) =>
        message.type === 'run-changed' && message.run.id === id && message.run.status === 'passed',
    );
    client.drop();
  });

  it('announces which list changed, and the tab that changed it', async () => {
    const client = await signedInLive(app.url, ada.token);
    const { organizationId } = acme;
    subscribeOrganization(client, organizationId);
    const { id } = await startRun(ada, suiteId);
    await client.until((message) => message.type === 'run-changed' && message.run.id === id);
    const headers = { [tabHeader]: 'tab-1' };
    await ada.call(projects.createProject, { body: { name: 'New here' }, headers });
    await ada.call(organizations.invite, { body: { email: 'new@here.test', role: 'member' } });
    const told = await client.until(isChangeOf('organization'));
    expect(told).toEqual({ type: 'organization-changed', organizationId, part: 'organization' });
    expect(client.messages.filter(({ type }) => type === 'organization-changed')).toEqual([
      { type: 'organization-changed', organizationId, part: 'projects', tab: 'tab-1' },
      told,
    ]);
    client.drop();
  });

  it('announces what changed before the subscription, within the time that the client reports', async () => {
    await ada.call(projects.createProject, { body: { name: 'Unheard' } });
    const { id } = await startRun(ada, suiteId);
    const { organizationId } = acme;
    const client = await signedInLive(app.url, ada.token);
    subscribeOrganization(client, organizationId, 60_000);
    await client.until((message) => message.type === 'run-changed' && message.run.id === id);
    await client.until(isChangeOf('projects'));
    client.drop();
    await untilEnded(ada, id);
  });

  it('says nothing of a change that was refused', async () => {
    const client = await signedInLive(app.url, ada.token);
    subscribeOrganization(client, acme.organizationId);
    const { id } = await startRun(ada, suiteId);
    await client.until((message) => message.type === 'run-changed' && message.run.id === id);
    await ada.call(projects.createProject, { body: { name: '' } });
    await ada.call(organizations.invite, { body: { email: 'late@here.test', role: 'member' } });
    await client.until(isChangeOf('organization'));
    expect(client.messages.some(isChangeOf('projects'))).toBe(false);
    client.drop();
  });

  it('ends for a member who was removed', async () => {
    const member = await acme.add('member');
    const client = await signedInLive(app.url, member.token);
    subscribeOrganization(client, acme.organizationId);
    await app.platform.db
      .delete(memberships)
      .where(
        and(
          eq(memberships.userId, member.userId),
          eq(memberships.organizationId, acme.organizationId),
        ),
      );
    await client.until((message) => message.type === 'refused');
    client.drop();
  });
});

describe('a live socket', () => {
  it('is closed when no token came within five seconds', async () => {
    const client = await openLive(app.url);
    expect(await client.untilClosed()).toBe(4401);
  });

  it.each([
    ['an unknown token', { type: 'authenticate', token: 'nobody' }, 4401],
    [
      'a subscription before the token',
      { type: 'subscribe', organizationId: 'a', topics: [{ kind: 'run', id: 'b', after: 0 }] },
      4401,
    ],
    ['an unknown message', { type: 'sing' }, 1008],
    ['a message of another shape', { type: 'authenticate', token: 7 }, 1008],
  ])('is closed after %s', async (_, message, code) => {
    const client = await openLive(app.url);
    client.socket.send(JSON.stringify(message));
    expect(await client.untilClosed()).toBe(code);
  });

  it('is closed after text that is not JSON', async () => {
    const client = await openLive(app.url);
    client.socket.send('hello');
    expect(await client.untilClosed()).toBe(1008);
  });

  it('is closed after a message beyond 16 KiB', async () => {
    const client = await openLive(app.url);
    client.socket.send('x'.repeat(20_000));
    expect(await client.untilClosed()).toBe(1009);
  });

  it('is closed after a flood of messages', async () => {
    const client = await signedInLive(app.url, ada.token);
    for (let count = 0; count < 200; count += 1)
      client.send({ type: 'unsubscribe', kind: 'run', id: 'none' });
    expect(await client.untilClosed()).toBe(1008);
  });

  it('is closed when it follows more than fifty things', async () => {
    const client = await signedInLive(app.url, ada.token);
    const { organizationId } = acme;
    const topics = ['run', 'exploration'].flatMap((kind) =>
      Array.from({ length: 30 }, (_, index) => ({ kind, id: `none-${index}`, after: 0 })),
    );
    client.socket.send(JSON.stringify({ type: 'subscribe', organizationId, topics }));
    expect(await client.untilClosed()).toBe(1008);
  });

  it('is closed soon after its session has ended', async () => {
    const user = await app.signUp();
    const client = await signedInLive(app.url, user.token);
    await app.platform.db.delete(sessions).where(eq(sessions.userId, user.userId));
    expect(await client.untilClosed()).toBe(4401);
  });

  it('is one of thirty per user at most', async () => {
    const user = await app.signUp();
    const clients: LiveClient[] = [];
    for (let count = 0; count < 30; count += 1)
      clients.push(await signedInLive(app.url, user.token));
    const oneMore = await openLive(app.url);
    oneMore.send({ type: 'authenticate', token: user.token });
    expect(await oneMore.untilClosed()).toBe(1008);
    for (const client of clients) client.drop();
  });

  it('that closes before it is accepted takes no place', async () => {
    const user = await app.signUp();
    const clients = await Promise.all(Array.from({ length: 30 }, () => openLive(app.url)));
    await app.platform.db.transaction(async (tx) => {
      // Lock the sessions, so that no client can authenticate yet.
      await tx.execute(sql`lock table sessions in access exclusive mode`);
      for (const { socket, send, drop } of clients) {
        send({ type: 'authenticate', token: user.token });
        socket.ping();
        await once(socket, 'pong');
        drop();
      }
      await vi.waitFor(async () => expect(await openSockets()).toBe(0), 10_000);
    });
    const client = await signedInLive(app.url, user.token);
    client.drop();
  });

  it.each(['https://evil.example', 'null'])('is refused to a page of %s', async (origin) => {
    expect(await statusOfUpgrade(livePath, { origin })).toBe(403);
  });

  it('takes no cookie in place of a token', async () => {
    const { headers } = await app.call(identity.signUp, {
      body: { email: 'cookie@parley.example', password: 'Abcdef1!' },
    });
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0]);
    const client = await openLive(app.url, { cookie: cookie.join('; ') });
    subscribeOrganization(client, ada.organizationId);
    expect(await client.untilClosed()).toBe(4401);
    expect(client.messages).toEqual([]);
  });

  it('is refused with a token in its address', async () => {
    expect(await statusOfUpgrade(`${livePath}?token=${ada.token}`, {})).toBe(400);
  });

  it.each([
    '/',
    '/nowhere',
    '/livez',
    '/internal/v1/installation',
    '/api/v1/nowhere',
    `${livePath}/x`,
  ])('is not found at %s', async (path) => {
    expect(await statusOfUpgrade(path, {})).toBe(404);
  });
});

describe('a client that never reads', () => {
  const following = 50;
  const pageBytes = 480_000;

  /** Inserts as many runs as a socket can follow, each with as many events as fit into a message. */
  async function insertLongRuns(): Promise<string[]> {
    const { db } = app.platform;
    const { id } = await startRun(ada, suiteId);
    await untilEnded(ada, id);
    const [row] = await db.select().from(runs).where(eq(runs.id, id));
    if (row === undefined) throw new Error('There is no run');
    const { suiteVersion: _, ...run } = row;
    const ids = Array.from({ length: following }, (_, index) => `${id}-${index}`);
    await db.insert(runs).values(ids.map((each) => ({ ...run, id: each, lastSeq: 1 })));
    const sent = 'x'.repeat(pageBytes);
    const lines = JSON.stringify({
      type: 'step.started',
      at: 1,
      test: 0,
      attempt: 1,
      step: 0,
      sent,
    });
    for (const runId of ids)
      await db.insert(runEvents).values({ runId, firstSeq: 1, lastSeq: 1, lines });
    return ids;
  }

  const subscribeRuns = (client: LiveClient, ids: string[]) =>
    client.send({
      type: 'subscribe',
      organizationId: acme.organizationId,
      topics: ids.map((id) => ({ kind: 'run', id, after: 0 }) as const),
    });

  it('is cut off before more waits for it than of all that it may follow', async () => {
    const ids = await insertLongRuns();
    await vi.waitFor(async () => expect(await openSockets()).toBe(0), 20_000);
    const client = await signedInLive(app.url, ada.token);
    client.socket.pause();
    const memory = process.memoryUsage().arrayBuffers;
    let most = 0;
    // A client that only waits is disconnected after half a minute; this one keeps requesting more.
    for (let round = 0; round < 20 && (await openSockets()) !== 0; round += 1) {
      subscribeRuns(client, ids);
      await sleep(1000);
      most = Math.max(most, process.memoryUsage().arrayBuffers - memory);
    }
    expect(await openSockets()).toBe(0);
    expect(most).toBeLessThan(6 * following * pageBytes);
    client.drop();
  }, 60_000);

  it('takes nothing from another organization, whose run is sent completely meanwhile', async () => {
    const ids = await insertLongRuns();
    const other = (await createTenant(app)).owner;
    const otherSuite = await createBotSuite(other, { botUrl: bot.url, tests: 2, turns: 2 });
    const deaf = await Promise.all(
      Array.from({ length: 29 }, () => signedInLive(app.url, ada.token)),
    );
    for (const client of deaf) {
      client.socket.pause();
      subscribeRuns(client, ids);
    }
    const hearing = await signedInLive(app.url, other.token);
    const { id } = await startRun(other, otherSuite);
    hearing.send({
      type: 'subscribe',
      organizationId: other.organizationId,
      topics: [{ kind: 'run', id, after: 0 }],
    });
    const { run } = await hearing.until(isRunEnd);
    expect(run.status).toBe('passed');
    for (const client of [...deaf, hearing]) client.drop();
  }, 60_000);

  it('gets the changes since its last read in one message', async () => {
    const [first, ...others] = await insertLongRuns();
    const [deaf, hearing] = [
      await signedInLive(app.url, ada.token),
      await signedInLive(app.url, ada.token),
    ];
    for (const client of [deaf, hearing]) subscribeOrganization(client, acme.organizationId);
    deaf.socket.pause();
    subscribeRuns(deaf, others);
    subscribeRuns(hearing, [first ?? '']);
    await hearing.until(({ type }) => type === 'run-events');
    const changes = 40;
    const countChanges = ({ messages }: LiveClient) =>
      messages.filter(isChangeOf('projects')).length;
    for (let count = 0; count < changes; count += 1)
      await ada.call(projects.createProject, { body: { name: `Unread ${count}` } });
    await vi.waitFor(() => expect(countChanges(hearing)).toBe(changes), 10_000);
    deaf.socket.resume();
    await vi.waitFor(() => {
      const told = new Set(deaf.messages.flatMap((one) => ('runId' in one ? [one.runId] : [])));
      expect(told.size).toBe(others.length);
      expect(countChanges(deaf)).toBeGreaterThan(0);
    }, 20_000);
    expect(countChanges(deaf)).toBeLessThan(5);
    for (const client of [deaf, hearing]) client.drop();
  }, 60_000);
});

function statusOfUpgrade(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(app.url.replace('http', 'ws') + path, { headers });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('open', () => reject(new Error('The socket was opened')));
    socket.on('error', () => undefined);
  });
}
