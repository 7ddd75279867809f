// @vitest-environment node
import type { LiveClientMessage, LiveServerMessage, RunSummary } from '@parley/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { tabName } from '../tab-name.ts';
import { createLiveClient, type LiveClient } from './live.ts';
import { retryDelayMs } from './retry-delay.ts';

const run: RunSummary = {
  id: 'run-1',
  suiteId: 'suite-1',
  number: 12,
  suiteName: 'Greeting',
  projectId: 'project-1',
  projectName: 'Hotline',
  platform: 'webchat',
  device: null,
  label: null,
  environment: null,
  environmentVersion: null,
  repeat: null,
  trigger: 'manual',
  startedBy: null,
  status: 'running',
  counts: { total: 1, passed: 0, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 1 },
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  cancelRequested: false,
  overriddenAt: null,
};

/** A server that accepts the token `good` and records what it receives. */
let server: WebSocketServer;
let received: LiveClientMessage[];
let peers: Peer[];

beforeEach(async () => {
  received = [];
  peers = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (peer) => {
    peers.push(peer);
    peer.on('message', (data) => {
      const message = JSON.parse(String(data)) as LiveClientMessage;
      received.push(message);
      if (message.type !== 'authenticate') return;
      if (message.token === 'good') tell({ type: 'ready' });
      else peer.close(4401);
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(() => {
  vi.useRealTimers();
  for (const peer of peers) peer.terminate();
  server.close();
});

function tell(message: LiveServerMessage) {
  peers.at(-1)?.send(JSON.stringify(message));
}

interface ClientOptions {
  /** Tokens of the connections; the last one is used again. */
  tokens?: (string | null)[];
  oldestStored?: (organizationId: string) => number | undefined;
}

function liveClient({ tokens = ['good'], oldestStored }: ClientOptions = {}): LiveClient {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return createLiveClient({
    url: `ws://127.0.0.1:${port}`,
    getToken: async () => (tokens.length > 1 ? (tokens.shift() ?? null) : (tokens[0] ?? null)),
    lingerMs: 20,
    ...(oldestStored && { oldestStored }),
    retryDelayMs: () => 5,
  });
}

async function until(isTrue: () => boolean) {
  const deadline = Date.now() + 5000;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function watchRun(live: LiveClient) {
  const seen: number[] = [];
  const stop = live.watchRun({
    organizationId: 'org',
    runId: run.id,
    after: () => seen.at(-1) ?? 0,
    onEvents: (_, events) => seen.push(...events.map(({ seq }) => seq)),
  });
  return { seen, stop };
}

function unheardMsOf(message: LiveClientMessage): number | undefined {
  const topics = message.type === 'subscribe' ? message.topics : [];
  return topics.flatMap((topic) => (topic.kind === 'organization' ? [topic.unheardMs] : []))[0];
}

function eventsFrom(first: number, last: number): LiveServerMessage {
  const event = { type: 'test.started', at: 0, test: 0, attempt: 1 } as const;
  const events = [];
  for (let seq = first; seq <= last; seq += 1) events.push({ seq, event });
  return { type: 'run-events', runId: run.id, run, events };
}

describe('the live socket', () => {
  it('authenticates first and subscribes once it was greeted', async () => {
    const { stop } = watchRun(liveClient());
    await until(() => received.length === 2);
    expect(received).toEqual([
      { type: 'authenticate', token: 'good' },
      {
        type: 'subscribe',
        organizationId: 'org',
        topics: [{ kind: 'run', id: run.id, after: 0 }],
      },
    ]);
    stop();
  });

  it('resumes after a lost connection from the last event it has seen', async () => {
    const { seen, stop } = watchRun(liveClient());
    await until(() => received.length === 2);
    tell(eventsFrom(1, 3));
    await until(() => seen.length === 3);
    peers.at(-1)?.terminate();
    await until(() => received.length === 4);
    expect(received.at(-1)).toMatchObject({ type: 'subscribe', topics: [{ after: 3 }] });
    tell(eventsFrom(4, 5));
    await until(() => seen.length === 5);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    stop();
  });

  it('asks for a new token when the old one was refused', async () => {
    const live = liveClient({ tokens: ['expired', 'good'] });
    const { stop } = watchRun(live);
    await until(() => live.state() === 'ready');
    expect(received.filter(({ type }) => type === 'authenticate')).toHaveLength(2);
    stop();
  });

  it('uses one connection for all watchers and closes it after the last one left', async () => {
    const live = liveClient();
    const first = watchRun(live);
    const changed: string[] = [];
    const stopOrganization = live.watchOrganization({
      organizationId: 'org',
      onRun: ({ status }) => changed.push(status),
    });
    await until(() => received.length === 2);
    tell({ type: 'run-changed', run: { ...run, status: 'passed' } });
    await until(() => changed.length === 1);
    expect(server.clients.size).toBe(1);
    first.stop();
    stopOrganization();
    await until(() => live.state() === 'idle');
    expect(received.slice(2)).toEqual([
      { type: 'unsubscribe', kind: 'run', id: run.id },
      { type: 'unsubscribe', kind: 'organization', id: 'org' },
    ]);
  });

  it('is another one for whoever uses the tab next, and nothing was heard on it', async () => {
    const live = liveClient();
    const stop = live.watchOrganization({ organizationId: 'org' });
    await until(() => received.length === 2);
    const whenFirst = performance.now();
    tell({ type: 'organization-changed', organizationId: 'org', part: 'suites' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    stop();
    live.reset();
    const stopNext = live.watchOrganization({ organizationId: 'org' });
    await until(() => received.length === 5);
    expect(received.map(({ type }) => type)).toEqual([
      ...['authenticate', 'subscribe', 'unsubscribe'],
      ...['authenticate', 'subscribe'],
    ]);
    expect(received[4] && unheardMsOf(received[4])).toBeGreaterThan(whenFirst);
    expect(server.clients.size).toBe(1);
    stopNext();
  });

  it('tells what others have changed', async () => {
    const live = liveClient();
    const changed: string[] = [];
    const stop = live.watchOrganization({
      organizationId: 'org',
      onChanged: (part) => changed.push(part),
    });
    await until(() => received.length === 2);
    const change = { type: 'organization-changed', organizationId: 'org' } as const;
    tell({ ...change, part: 'projects', tab: tabName });
    tell({ ...change, part: 'suites', organizationId: 'elsewhere' });
    tell({ ...change, part: 'suites', tab: 'another' });
    await until(() => changed.length === 1);
    expect(changed).toEqual(['suites']);
    stop();
  });

  it('tells that an organization may not be followed any more', async () => {
    const live = liveClient();
    const changed: string[] = [];
    const stop = live.watchOrganization({
      organizationId: 'org',
      onChanged: (part) => changed.push(part),
    });
    await until(() => received.length === 2);
    tell({ type: 'refused', topic: 'run:1', message: 'Not found.' });
    tell({ type: 'refused', topic: 'organization:org', message: 'Not found.' });
    await until(() => changed.length === 1);
    expect(changed).toEqual(['organization']);
    stop();
  });

  it('says for how long it has not heard of an organization, at first since the page began', async () => {
    const live = liveClient();
    const stop = live.watchOrganization({ organizationId: 'org' });
    await until(() => received.length === 2);
    const sinceBegin = Math.max(performance.now(), Date.now() - performance.timeOrigin);
    tell({ type: 'organization-changed', organizationId: 'org', part: 'suites' });
    await until(() => received.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    peers.at(-1)?.terminate();
    await until(() => received.length === 4);
    const [first, second] = received.filter(({ type }) => type === 'subscribe').map(unheardMsOf);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(sinceBegin);
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(performance.now());
    stop();
  });

  it('asks for what changed before the page began, if the page may show data stored earlier', async () => {
    const live = liveClient({
      oldestStored: (id) => (id === 'org' ? Date.now() - 120_000 : undefined),
    });
    const stop = live.watchOrganization({ organizationId: 'org' });
    await until(() => received.length === 2);
    expect(received[1] && unheardMsOf(received[1])).toBeGreaterThanOrEqual(120_000);
    tell({ type: 'organization-changed', organizationId: 'org', part: 'suites' });
    peers.at(-1)?.terminate();
    await until(() => received.length === 4);
    expect(received[3] && unheardMsOf(received[3])).toBeLessThan(120_000);
    stop();
  });

  it.each([
    ['slept for an hour meanwhile', 3_600_000, 3_600_000],
    ['had its clock set back meanwhile', -3_600_000, 0],
  ])('counts the time of a computer that %s', async (_, passedMs, atLeastMs) => {
    const live = liveClient();
    const stop = live.watchOrganization({ organizationId: 'org' });
    await until(() => received.length === 2);
    const heard: string[] = [];
    const stopHearing = live.watchOrganization({
      organizationId: 'org',
      onChanged: (part) => heard.push(part),
    });
    tell({ type: 'organization-changed', organizationId: 'org', part: 'suites' });
    await until(() => heard.length === 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + passedMs });
    peers.at(-1)?.terminate();
    await until(() => received.length === 4);
    const unheardMs = received[3] && unheardMsOf(received[3]);
    expect(unheardMs).toBeGreaterThanOrEqual(atLeastMs);
    expect(unheardMs).toBeLessThan(atLeastMs + performance.now());
    stopHearing();
    stop();
  });

  it('tells somebody who comes late what others have heard already', async () => {
    const live = liveClient();
    const stop = live.watchOrganization({ organizationId: 'org' });
    await until(() => received.length === 2);
    const whenFirst = performance.now();
    tell({ type: 'organization-changed', organizationId: 'org', part: 'suites' });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const stopLate = live.watchOrganization({ organizationId: 'org', hasHeardNothing: true });
    await until(() => received.length === 3);
    expect(received[2] && unheardMsOf(received[2])).toBeGreaterThan(whenFirst);
    stopLate();
    stop();
  });

  it('subscribes to all that it watches by one message for each organization', async () => {
    const live = liveClient();
    const stops = [
      watchRun(live).stop,
      live.watchOrganization({ organizationId: 'org' }),
      live.watchOrganization({ organizationId: 'org' }),
      live.watchExploration({
        organizationId: 'org',
        explorationId: 'exploration-1',
        after: () => 7,
        onEvents: () => {},
      }),
    ];
    await until(() => received.length === 2);
    expect(received[1]).toEqual({
      type: 'subscribe',
      organizationId: 'org',
      topics: [
        { kind: 'run', id: run.id, after: 0 },
        { kind: 'exploration', id: 'exploration-1', after: 7 },
        { kind: 'organization', id: 'org', unheardMs: expect.any(Number) },
      ],
    });
    for (const stop of stops) stop();
  });

  it('overlooks what it does not understand', async () => {
    const { seen, stop } = watchRun(liveClient());
    await until(() => received.length === 2);
    peers.at(-1)?.send('not json');
    peers.at(-1)?.send('{"type":"from-the-future"}');
    tell(eventsFrom(1, 1));
    await until(() => seen.length === 1);
    stop();
  });
});

describe('waiting before the next try', () => {
  it.each([
    [0, 0, 250],
    [0, 1, 500],
    [1, 1, 1000],
    [3, 0.5, 3000],
    [6, 1, 30_000],
    [20, 1, 30_000],
  ])('after %i failures with a random of %d it is %d ms', (failures, random, ms) => {
    expect(retryDelayMs(failures, () => random)).toBe(ms);
  });
});
