import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEgress } from '@parley/egress';
import { parseSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { runLoadShare } from '../../load/run-load-share.ts';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';
import { retryAfterMs } from './retry-after.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const says: Answer = (response) => response.end('{"text": "hi"}');
const busy =
  (retryAfter?: string, status = 503): Answer =>
  (response) => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status).end('busy');
  };

/** Runs one step against a bot that gives these answers in turn, and then repeats the last one. */
async function ask(answers: Answer[], settings: object = {}, step = '- hello: hi', timeout = 3) {
  const bodies: string[] = [];
  const kept: string[] = [];
  await using bot = await serveHttp(async (request, response) => {
    bodies.push(await text(request));
    answers[Math.min(bodies.length, answers.length) - 1]?.(response, request);
  });
  const url = `http://127.0.0.1:${bot.port}/`;
  const channel = { kind: 'http', url, ...settings };
  const configuration = JSON.stringify({ channel, replyTimeout: timeout }).replaceAll('BOT', url);
  const startedAt = performance.now();
  const { result } = await runText(`{"configuration": ${configuration}}\n---\n- test: A\n${step}`, {
    async keepEvidence({ bytes }) {
      kept.push(Buffer.from(bytes).toString());
      return String(kept.length);
    },
  });
  const [test] = result.tests;
  return {
    bodies,
    outcome: test?.outcome,
    failure: test?.failure,
    reply: test?.steps[0]?.reply,
    traffic: kept.join('\n'),
    tookMs: performance.now() - startedAt,
  };
}

describe('a busy bot that says when to come back', () => {
  it.each([429, 503])('is asked again when it answers %i, with the same words', async (status) => {
    const { bodies, outcome, reply } = await ask([busy('0', status), busy('0', status), says]);
    expect(outcome).toBe('passed');
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
    // The latency counts from the first attempt.
    expect(reply?.waitedMs).toBeGreaterThan(0);
    expect(reply?.latencyMs).toBeGreaterThanOrEqual(reply?.waitedMs ?? 0);
  });

  it('is left alone for as long as it says, and that counts as its latency', async () => {
    const { outcome, failure, reply } = await ask(
      [busy('1'), says],
      {},
      '- hello:\n  - latency < 900ms',
    );
    expect(outcome).toBe('failed');
    expect(failure?.code).toBe('mismatch');
    expect(reply?.waitedMs).toBeGreaterThanOrEqual(995);
  });

  it('is an error at once where it asks for more than the reply may take', async () => {
    const { bodies, failure, tookMs } = await ask([busy('60'), says]);
    expect(failure).toMatchObject({
      class: 'network',
      code: 'unavailable',
      message: 'The bot answered with HTTP status 503, to be retried after 60 s. It said: busy',
    });
    expect(bodies).toHaveLength(1);
    expect(tookMs).toBeLessThan(1_000);
  });

  it('is an error where its reply could only come late', async () => {
    // A late reply is waited for until 2 s, but the timeout is 1 s.
    const { bodies, failure } = await ask([busy('1'), says], {}, '- hello: hi', 1);
    expect(failure?.code).toBe('unavailable');
    expect(bodies).toHaveLength(1);
  });

  it('is an error in the end where it stays busy, and is not asked without a pause', async () => {
    const { bodies, failure, traffic } = await ask([busy('0')], {}, '- hello: hi', 1);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(failure?.message).toContain('It was asked again');
    expect(bodies.length).toBeGreaterThan(2);
    expect(bodies.length).toBeLessThan(8);
    expect(traffic).toMatch(/- The bot is busy and is asked again in 0\.\d+ s\./);
  });

  it.each([undefined, 'soon', '-1', '1.5', ''])(
    'is an error at once where it does not say when: %s',
    async (retryAfter) => {
      const { bodies, failure } = await ask([busy(retryAfter), says]);
      expect(failure?.code).toBe('unavailable');
      expect(bodies).toHaveLength(1);
    },
  );

  it('is asked again on every channel that speaks HTTP', async () => {
    const stream = { 'content-type': 'text/event-stream' };
    const streams: Answer = (response) =>
      response.writeHead(200, stream).end('data: {"text": "hi"}\n\n');
    const completes: Answer = (response) =>
      response.end('{"choices": [{"message": {"content": "hi"}}]}');
    expect(await ask([busy('0'), streams], { kind: 'sse' })).toMatchObject({ outcome: 'passed' });
    expect(await ask([busy('0'), completes], { kind: 'openai', model: 'm' })).toMatchObject({
      outcome: 'passed',
      reply: { waitedMs: expect.any(Number) },
    });
    const activities = '{"activities": [{"type": "message", "text": "hi"}], "conversationId": "c"}';
    const converses: Answer = (response) => response.end(activities);
    const directLine = { kind: 'directline', secret: 's', quietMs: 0 };
    expect(await ask([busy('0'), converses], directLine)).toMatchObject({ outcome: 'passed' });
    const lasting: Answer = (response, { method }) => {
      if (method === 'GET') response.writeHead(200, stream).write('data: hi\n\n');
      else response.end();
    };
    const onStream = { kind: 'sse', stream: 'BOT' };
    expect(await ask([busy('0'), lasting], onStream)).toMatchObject({ outcome: 'passed' });
    expect(await ask([lasting, busy('0'), lasting], onStream)).toMatchObject({ outcome: 'passed' });
  });

  it('is not asked again once it has begun to answer', async () => {
    const begins: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'retry-after': '0' });
      response.write('data: {"choices": [{"delta": {"content": "I can"}}]}\n\n');
      setTimeout(() => response.destroy(), 20);
    };
    const { bodies, failure } = await ask([begins, says], { kind: 'openai', model: 'm' });
    expect(failure?.code).toBe('connection-closed');
    expect(bodies).toHaveLength(1);
  });

  it('ends at once when the run is cancelled', async () => {
    const cancel = new AbortController();
    await using bot = await serveHttp((_, response) => {
      busy('2')(response, {} as IncomingMessage);
      setTimeout(() => cancel.abort(), 50);
    });
    const startedAt = performance.now();
    const { result } = await runText(
      `configuration: { channel: { kind: http, url: "http://127.0.0.1:${bot.port}/" } }\n---\n- test: A\n- hello: hi`,
      { signal: cancel.signal },
    );
    expect(result.status).toBe('cancelled');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('is never waited for in a load test', async () => {
    let asked = 0;
    await using bot = await serveHttp((request, response) => {
      asked += 1;
      busy('0')(response, request);
    });
    const host = `127.0.0.1:${bot.port}`;
    const { suite } = parseSuite(
      `configuration: { channel: { kind: http, url: "http://${host}/" } }\n---\n- test: A\n- hello: hi`,
    );
    const totals = await runLoadShare({
      suite,
      profile: { kind: 'steady', users: 1, durationS: 1 },
      thinkTimeMs: 300,
      isPaced: false,
      share: 0,
      shares: 1,
      startInMs: 0,
      egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
      host,
      userAgent: 'Tester',
      signal: new AbortController().signal,
      onSecond: () => {},
    });
    expect(totals.counts.failed).toBeGreaterThan(0);
    expect(asked).toBe(totals.counts.turns);
  });
});

describe('a busy bot that is asked for its replies', () => {
  const polled = { poll: 'BOT', pollMs: 100, repeats: true, quietMs: 300 };
  const takes: Answer = (response, { method }) =>
    response.end(method === 'GET' ? '{"messages": []}' : '{"accepted": true}');
  const replies: Answer = (response, { method }) =>
    response.end(method === 'GET' ? '{"messages": ["hi"]}' : '{"accepted": true}');
  const busyToQuestions =
    (retryAfter: string, otherwise: Answer): Answer =>
    (response, request) =>
      (request.method === 'GET' ? busy(retryAfter) : otherwise)(response, request);

  it('is asked again', async () => {
    const { outcome, reply } = await ask(
      [busyToQuestions('0', takes), busyToQuestions('0', takes), replies],
      polled,
    );
    expect(outcome).toBe('passed');
    expect(reply?.text).toBe('hi');
  });

  it('has not been silent while it was busy', async () => {
    const step = '- hello:\n  - no reply within 300ms';
    const { outcome, failure } = await ask([busyToQuestions('10', takes)], polled, step);
    expect(outcome).toBe('error');
    expect(failure?.code).toBe('unavailable');
    expect(await ask([takes], polled, step)).toMatchObject({ outcome: 'passed' });
  });

  it('is not waited for once it has begun to answer', async () => {
    // Its first answers contain a message, so it is unknown what else it would say.
    const { outcome, failure } = await ask(
      [takes, replies, replies, busyToQuestions('0', takes)],
      polled,
      '- hello:\n  - prompt != sorry',
    );
    expect(outcome).toBe('error');
    expect(failure?.code).toBe('unavailable');
  });
});

describe('the time to come back', () => {
  const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
  it.each([
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': ' 120 ' }, 120_000],
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:50:37 GMT', date }, 60_000],
    [{ 'retry-after': 'Sunday, 06-Nov-94 08:50:37 GMT', date }, 60_000],
    [{ 'retry-after': 'Sun Nov  6 08:50:37 1994', date }, 60_000],
    // This moment is in the past.
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:48:37 GMT', date }, 0],
    [{ 'retry-after': date }, 0],
    [{ 'retry-after': '1e3' }, undefined],
    [{ 'retry-after': '99999999999999' }, undefined],
    [{ 'retry-after': 'tomorrow GMT' }, undefined],
    [{}, undefined],
  ])('is read from %j', (headers, expected) => {
    expect(retryAfterMs(headers)).toBe(expected);
  });

  it('is held against our clock where the bot does not tell its own', () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    expect(retryAfterMs({ 'retry-after': inAMinute })).toBeGreaterThan(58_000);
  });
});
