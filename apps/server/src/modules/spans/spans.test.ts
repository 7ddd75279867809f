/** Tests spans of agents, from the exporter through the API to the verdict of a run. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { projects, publicApi, runs, suites } from '@parley/contract';
import { keptSpan } from '@parley/engine';
import { foldEvents, type RunResult, readEvent } from '@parley/suite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { spanLogEntries, spanLogs } from '../../db/schema/spans.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { startRun, untilEnded } from '../../test/bot-suite.ts';
import { createKey } from '../../test/filled-organization.ts';
import {
  keyOf,
  type SentTrace,
  type SpanningAgent,
  sendSpans,
  spanRequest,
  spansUrl,
  startSpanningAgent,
  turnSpans,
  withKey,
} from '../../test/spanning-agent.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { openRunSpans } from './open-run-spans.ts';

let app: TestApp;
let agent: SpanningAgent;
let ada: Member;
let key: string;
/** Called for each message to the agent; sends its spans. */
let onMessage: (sent: SentTrace) => Promise<unknown>;
let made = 0;

beforeAll(async () => {
  agent = await startSpanningAgent((sent) => onMessage(sent));
  app = await startTestApp({ reachable: [agent.host] });
});

afterAll(async () => {
  await app.close();
  await agent[Symbol.asyncDispose]();
});

beforeEach(async () => {
  ada = (await createTenant(app)).owner;
  key = await keyOf(ada);
});

const isNeverDeleted = ['  - tool delete_order: never'];
const isOnceRefunded = ['  - tool refund_order: once'];

async function createSuite(
  checks: string[],
  { settle = '300ms', timeout = '2s' } = {},
): Promise<string> {
  const project = await ada.call(projects.createProject, { body: { name: `Orders ${++made}` } });
  const source = [
    'configuration:',
    '  syntax: 2',
    '  platform: webchat',
    `  channel: { kind: http, url: "http://${agent.host}/chat" }`,
    `  evidence: { sources: [support-agent], settle: ${settle}, timeout: ${timeout} }`,
    '---',
    '- test: Refunds',
    '- Refund order 7:',
    ...checks,
  ].join('\n');
  const body = { name: 'R', projectId: project.body.id, platform: 'webchat', source } as const;
  const stored = await ada.call(suites.createSuite, { body });
  if (stored.status !== 201) throw new Error(stored.text);
  return stored.body.id;
}

async function resultOf(runId: string): Promise<RunResult> {
  await untilEnded(ada, runId);
  const { body } = await ada.call(runs.listRunEvents, { params: { runId } });
  return foldEvents(body.events.map(({ event }) => readEvent(event)));
}

async function run(...parts: Parameters<typeof createSuite>) {
  const { id } = await startRun(ada, await createSuite(...parts));
  const { tests } = await resultOf(id);
  return { outcome: tests[0]?.outcome, message: JSON.stringify(tests[0]) };
}

const send = (body: object, by = key) => sendSpans(spansUrl(app), by, body);
const sendTurn = (sent: SentTrace, ...tools: string[]) =>
  send(spanRequest(sent, turnSpans(sent, ...tools)));

const post = (body: Buffer | string, headers: Record<string, string>) =>
  fetch(spansUrl(app), { method: 'POST', headers, body: body as BodyInit });

const anyTrace = () => ({ traceId: randomBytes(16).toString('hex'), parentId: '' });
const someSpans = () => {
  const trace = anyTrace();
  return spanRequest(trace, turnSpans(trace));
};

describe('the receiver of spans', () => {
  const json = 'application/json';

  it('takes JSON and protobuf, plain and in gzip, by an API key', async () => {
    const text = JSON.stringify(someSpans());
    const plain = await post(text, { 'content-type': json, ...withKey(key) });
    expect([plain.status, await plain.json()]).toEqual([200, {}]);
    const packed = await post(gzipSync(text), {
      ...{ 'content-type': json, 'content-encoding': 'gzip' },
      ...withKey(key),
    });
    expect(packed.status).toBe(200);
    // An empty ExportTraceServiceRequest, whose response is empty as well.
    const binary = await post('', { 'content-type': 'application/x-protobuf', ...withKey(key) });
    expect([binary.status, binary.headers.get('content-type'), await binary.text()]).toEqual([
      200,
      'application/x-protobuf',
      '',
    ]);
  });

  it('says which spans it rejected, and takes the others', async () => {
    const trace = anyTrace();
    const body = spanRequest(trace, [{ spanId: 'none' }, ...turnSpans(trace)]);
    const answer = await send(body);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: 'A span has no valid span ID.' },
    });
  });

  it.each([
    ['no key', 401, {}, '{}'],
    ['an unknown key', 401, withKey(`parley_${'x'.repeat(43)}`), '{}'],
    ['a body that is not JSON', 400, undefined, 'spans'],
    ['text', 415, { 'content-type': 'text/plain' }, 'spans'],
    ['an unknown packing', 415, { 'content-encoding': 'br' }, '{}'],
    ['what only says that it is packed', 400, { 'content-encoding': 'gzip' }, '{}'],
  ])('refuses %s with %i and a status of google.rpc', async (_, status, headers = {}, body) => {
    const isByKey = status !== 401;
    const answer = await post(body, {
      'content-type': json,
      ...(isByKey && withKey(key)),
      ...headers,
    });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ code: expect.any(Number), message: expect.any(String) });
  });

  it('answers a refusal in the encoding of the request', async () => {
    const answer = await post('spans', {
      'content-type': 'application/x-protobuf',
      ...withKey(key),
    });
    expect(answer.status).toBe(400);
    const bytes = Buffer.from(await answer.arrayBuffer());
    // The code, and the message with its length.
    expect([...bytes.subarray(0, 3)]).toEqual([0x08, 3, 0x12]);
    expect(bytes.subarray(4).toString()).toHaveLength(bytes[3] ?? 0);
  });

  it('refuses a key that may only read, before it reads the body', async () => {
    const { key: reading } = await createKey(ada, 'read');
    expect((await send(someSpans(), reading)).status).toBe(403);
  });

  it('takes a key that may only send spans, which opens nothing else', async () => {
    const call = { token: key, params: {} };
    for (const endpoint of [publicApi.readProjects, publicApi.readUsage, publicApi.readSuites]) {
      const { status, text } = await app.call(endpoint, call);
      expect([status, text]).toEqual([403, expect.stringContaining('may only send spans')]);
    }
    expect((await app.call(publicApi.addProject, { ...call, body: { name: 'x' } })).status).toBe(
      403,
    );
    expect((await send(someSpans())).status).toBe(200);
  });

  it('refuses too much, packed and unpacked', async () => {
    const headers = { 'content-type': json, ...withKey(key) };
    expect((await post(' '.repeat(8 * 1024 * 1024 + 1), headers)).status).toBe(413);
    const packed = gzipSync(' '.repeat(32 * 1024 * 1024 + 1));
    expect((await post(packed, { ...headers, 'content-encoding': 'gzip' })).status).toBe(413);
  });

  it('asks exporters to come back with what a busy machine could not read in time', async () => {
    const busy = vi.spyOn(app.platform.pool, 'run');
    busy.mockRejectedValueOnce(new ApiError('too_much_work'));
    const large = { resourceSpans: [], filler: 'x'.repeat(300_000) };
    const late = await send(large);
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await late.text()).toContain('could not be read in time');
    expect((await send(large)).status).toBe(200);
    busy.mockRestore();
  });

  it('keeps no span while no run of the organization waits for any', async () => {
    await send(someSpans());
    const { db } = app.platform;
    const entries = await db
      .select()
      .from(spanLogEntries)
      .where(eq(spanLogEntries.organizationId, ada.organizationId));
    expect(entries).toEqual([]);
  });
});

describe('spans of a run on the server', () => {
  it('prove that a tool ran once, and that none other did', async () => {
    onMessage = (sent) => sendTurn(sent, 'refund_order');
    expect(await run([...isOnceRefunded, ...isNeverDeleted])).toMatchObject({ outcome: 'passed' });
  });

  it('show a second refund in a later batch', async () => {
    onMessage = async (sent) => {
      const [entry, agentSpan, first, second] = turnSpans(sent, 'refund_order', 'refund_order');
      await send(spanRequest(sent, [entry, agentSpan, first] as never));
      setTimeout(() => void send(spanRequest(sent, [second] as never)), 100);
    };
    // This can be slow when other tests run at the same time.
    const waits = { settle: '3s', timeout: '15s' };
    expect(await run(isOnceRefunded, waits)).toMatchObject({ outcome: 'failed' });
  });

  it('count once however often an exporter sends them again', async () => {
    onMessage = async (sent) => {
      for (let time = 0; time < 3; time += 1) await sendTurn(sent, 'refund_order');
    };
    expect(await run(isOnceRefunded)).toMatchObject({ outcome: 'passed' });
  });

  it('are waited for', async () => {
    onMessage = async (sent) => {
      setTimeout(() => void sendTurn(sent), 1000);
    };
    expect(await run(isNeverDeleted, { timeout: '10s' })).toMatchObject({ outcome: 'passed' });
  });

  it('that do not come in time decide nothing', async () => {
    onMessage = async () => {};
    const { outcome, message } = await run(isNeverDeleted);
    expect([outcome, message]).toEqual([
      'undecided',
      expect.stringContaining('support-agent sent no span of this turn'),
    ]);
  });

  it('of another organization are none, also by somebody who knows the trace', async () => {
    const mallory = (await createTenant(app, { name: 'Mallory' })).owner;
    const foreignKey = await keyOf(mallory);
    onMessage = (sent) => send(spanRequest(sent, turnSpans(sent)), foreignKey);
    expect(await run(isNeverDeleted)).toMatchObject({ outcome: 'undecided' });
    onMessage = async (sent) => {
      await sendTurn(sent);
      await send(spanRequest(sent, turnSpans(sent, 'delete_order')), foreignKey);
    };
    expect(await run(isNeverDeleted)).toMatchObject({ outcome: 'passed' });
  });

  it('that were refused may be missing', async () => {
    onMessage = async (sent) => {
      await post('spans', { 'content-type': 'application/json', ...withKey(key) });
      await sendTurn(sent);
    };
    const { outcome, message } = await run(isNeverDeleted);
    expect([outcome, message]).toEqual(['undecided', expect.stringContaining('not JSON')]);
  });

  it('are of one run, while another one talks to the same agent', async () => {
    const calls: Record<string, string[]> = {};
    let both: (() => void) | undefined;
    const met = new Promise<void>((resolve) => (both = resolve));
    onMessage = async (sent) => {
      calls[sent.traceId] = Object.keys(calls).length === 0 ? ['delete_order'] : [];
      if (Object.keys(calls).length === 2) both?.();
      await met;
      await sendTurn(sent, ...(calls[sent.traceId] ?? []));
    };
    const suiteId = await createSuite(isNeverDeleted);
    const started = [await startRun(ada, suiteId), await startRun(ada, suiteId)];
    const results = await Promise.all(started.map(({ id }) => resultOf(id)));
    const outcomes = results.map(({ tests }) => tests[0]?.outcome).toSorted();
    expect(outcomes).toEqual(['failed', 'passed']);
  });

  it('of no trace that it sent are named, and are kept no longer than the run', async () => {
    onMessage = () => send(someSpans());
    const { outcome, message } = await run(isNeverDeleted);
    expect(outcome).toBe('undecided');
    expect(message).toContain('it does not continue the trace of the header traceparent');
    const { db } = app.platform;
    const [left] = await db
      .select({ size: sql<number>`coalesce(sum(${spanLogs.size}), 0)::float8` })
      .from(spanLogs)
      .where(eq(spanLogs.organizationId, ada.organizationId));
    expect(left?.size).toBeLessThan(10_000);
  });
});

const spanOf = (traceId: string, digit: string): Parameters<typeof keptSpan>[0] => ({
  traceId,
  spanId: digit.repeat(16),
  name: 'step',
  startMs: 1,
  endMs: 2,
  attributes: new Map(),
  isCut: false,
  links: [],
  isUnsampled: false,
  service: 'support-agent',
  scope: 'test',
});

describe('the spans of an attempt', () => {
  /** Runs a suite to its end and opens its spans directly, because no worker holds the run any more. */
  async function attempts() {
    onMessage = (sent) => sendTurn(sent);
    const { id } = await startRun(ada, await createSuite(isNeverDeleted));
    await untilEnded(ada, id);
    const open = () => openRunSpans(app.platform, { id, organizationId: ada.organizationId });
    return { first: await open(), open };
  }

  it('are never taken by a worker that lost the run', async () => {
    const { first, open } = await attempts();
    const second = await open();
    const turn = second.book.openTurn();
    await send(spanRequest({ traceId: turn.id }, [{ spanId: '1'.repeat(16) }]));
    await first.book.refresh();
    await first.close();
    await second.book.refresh();
    expect([...turn.spans.keys()]).toEqual(['1'.repeat(16)]);
    expect([...turn.losses]).toEqual([]);
    await second.close();
  });

  it('are joined by no value that a conversation of another run has', async () => {
    const { first } = await attempts();
    const { first: other } = await attempts();
    const [mine, theirs] = [first, other].map(({ book }) => {
      book.joinBy(['order.session']);
      const conversation = book.openConversation();
      conversation.claim('order.session', 'session-7');
      return conversation;
    });
    const alone = first.book.openConversation();
    alone.claim('order.session', 'session-8');
    // The first run to ask learns of the other one when it asks again.
    for (const { book } of [first, other, first]) await book.refresh();
    for (const one of [mine, theirs]) {
      expect(one?.traces().doubts).toEqual([expect.stringContaining('Another conversation')]);
    }
    expect(alone.traces().doubts).toEqual([]);
    for (const each of [first, other]) await each.close();
  });

  it('that come for the attempt before are late, and of no other trace', async () => {
    const { first, open } = await attempts();
    const before = first.book.openTurn();
    const second = await open();
    const turn = second.book.openTurn();
    await send(spanRequest({ traceId: before.id }, [{ spanId: '1'.repeat(16) }]));
    await second.book.refresh();
    expect(turn.foreignCounts().size).toBe(0);
    await first.book.refresh();
    expect([...before.losses]).toEqual([expect.stringContaining('attempt of the run is over')]);
    for (const each of [first, second]) await each.close();
  });

  it('are known to be incomplete where some were removed before they were read', async () => {
    const { first, open } = await attempts();
    await first.close();
    const { book, close } = await open();
    const turn = book.openTurn();
    // This test waits for news other than those of the request.
    const { db } = app.platform;
    await db.execute(sql`update span_logs set last_seq = last_seq + 1
      where trace_prefix = ${book.tracePrefix}`);
    await book.refresh();
    expect([...turn.losses]).toEqual([expect.stringContaining('deleted before they were read')]);
    await close();
  });

  it('keeps no more spans of a run than its limit', async () => {
    const { first } = await attempts();
    const turn = first.book.openTurn();
    const full = keptSpan(spanOf(turn.id, '1'));
    first.book.takeKept([{ ...full, size: 64 * 1024 * 1024 }]);
    await send(spanRequest({ traceId: turn.id }, [{ spanId: '2'.repeat(16) }]));
    await first.book.refresh();
    expect([...turn.losses]).toEqual([expect.stringContaining('More arrived than are kept')]);
    await first.close();
  });

  it('of no run are left out beyond a limit, and a turn that is linked with one knows', async () => {
    const { first } = await attempts();
    const turn = first.book.openTurn();
    const queue = anyTrace();
    const links = [{ traceId: turn.id, spanId: '9'.repeat(16) }];
    await send(spanRequest(queue, [{ spanId: '1'.repeat(16), links }]));
    await first.book.refresh();
    expect([turn.linked().length, [...turn.losses]]).toEqual([1, []]);
    const { db } = app.platform;
    await db.execute(sql`update span_logs set size = 16 * 1024 * 1024
      where trace_prefix = '' and organization_id = ${ada.organizationId}`);
    expect((await send(spanRequest(queue, [{ spanId: '2'.repeat(16) }]))).status).toBe(200);
    await first.book.refresh();
    expect(turn.linked().length).toBe(1);
    expect([...turn.losses]).toEqual(['More spans of other traces arrived than are kept.']);
    await first.close();
  });

  it('wait for it up to a limit; then exporters are told to come back', async () => {
    const { first } = await attempts();
    const turn = first.book.openTurn();
    const { db } = app.platform;
    await db.execute(sql`update span_logs set size = 32 * 1024 * 1024
      where trace_prefix = ${first.book.tracePrefix}`);
    const answer = await send(spanRequest({ traceId: turn.id }, [{ spanId: '1'.repeat(16) }]));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
    await first.book.refresh();
    expect([...turn.losses]).not.toEqual([]);
    await first.close();
  });
});
