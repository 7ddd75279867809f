import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { receiveSpans } from './receive-spans.ts';

const span = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), name: 'POST /chat' };
const request = (...spans: object[]) =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = '/v1/traces',
) {
  const response = await fetch(url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  };
}

describe('the receiver of spans', () => {
  it('takes spans in JSON, plain and in gzip, for the turn whose trace they are of', async () => {
    await using receiver = await receiveSpans({ port: 0 });
    const turn = receiver.spans.openTurn();
    const own = { ...span, traceId: turn.id };
    expect(await post(receiver.url, request(own))).toMatchObject({ status: 200, body: '{}' });
    const packed = gzipSync(request({ ...own, spanId: '3'.repeat(16) }));
    const headers = { 'content-encoding': 'gzip' };
    expect(await post(receiver.url, packed, headers)).toMatchObject({ status: 200, body: '{}' });
    expect([...turn.spans.keys()]).toEqual(['2'.repeat(16), '3'.repeat(16)]);
    expect([...turn.losses]).toEqual([]);
  });

  it('rejects broken spans alone, and tells how many', async () => {
    await using receiver = await receiveSpans({ port: 0 });
    const turn = receiver.spans.openTurn();
    const { status, body } = await post(receiver.url, request(span, { name: 'broken' }));
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      partialSuccess: { rejectedSpans: '1', errorMessage: 'A span has no valid trace ID.' },
    });
    expect([...turn.losses]).toEqual(['Spans were refused: A span has no valid trace ID.']);
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, RegExp]>([
    ['no JSON', '{', {}, 400, /not JSON/],
    ['no gzip', '{}', { 'content-encoding': 'gzip' }, 400, /not gzip/],
    ['another encoding', '{}', { 'content-encoding': 'br' }, 415, /must be gzip/],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415, /application\/x-protobuf/],
    ['too much', 'x'.repeat(8 * 1024 ** 2 + 1), {}, 413, /larger than 8 MiB/],
    [
      'too much in gzip',
      gzipSync(Buffer.alloc(32 * 1024 ** 2 + 1)),
      { 'content-encoding': 'gzip' },
      413,
      /32 MiB unpacked/,
    ],
  ])('refuses %s, and turns under way know', async (_, body, headers, status, message) => {
    await using receiver = await receiveSpans({ port: 0 });
    const turn = receiver.spans.openTurn();
    const answer = await post(receiver.url, body, headers).catch(() => undefined);
    // A sender that is refused before it has finished may not receive the answer.
    if (answer) {
      expect(answer).toMatchObject({ status, type: 'application/json' });
      expect(JSON.parse(answer.body)).toMatchObject({ message: expect.stringMatching(message) });
    }
    expect([...turn.losses].join()).toMatch(message);
  });

  it('answers in protobuf to protobuf', async () => {
    await using receiver = await receiveSpans({ port: 0 });
    const headers = { 'content-type': 'application/x-protobuf' };
    const empty = await post(receiver.url, new Uint8Array(), headers);
    expect(empty).toMatchObject({ status: 200, type: 'application/x-protobuf', body: '' });
    const broken = await post(receiver.url, new Uint8Array([10, 200]), headers);
    expect(broken).toMatchObject({ status: 400, type: 'application/x-protobuf' });
  });

  it('asks exporters to come back when it is full, and has room when a turn is over', async () => {
    await using receiver = await receiveSpans({ port: 0 });
    const turns = Array.from({ length: 20 }, () => receiver.spans.openTurn());
    const other = receiver.spans.openTurn();
    const large = JSON.stringify('x'.repeat(20_000));
    const attributes = [
      { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
      { key: 'gen_ai.tool.call.arguments', value: { stringValue: large } },
    ];
    let taken = true;
    for (const { id } of turns) {
      const spans = Array.from({ length: 20_000 }, (_, at) => ({
        traceId: id,
        spanId: (at + 1).toString(16).padStart(16, '0'),
        name: 'execute_tool',
        startMs: 1,
        attributes: new Map(attributes.map(({ key, value }) => [key, value.stringValue])),
        isCut: false,
        links: [],
        isUnsampled: false,
        service: 'agent',
        scope: 'test',
      }));
      taken = receiver.spans.take(spans);
      if (!taken) break;
    }
    expect(taken).toBe(false);
    const full = await post(receiver.url, request({ ...span, traceId: other.id }));
    expect(full).toMatchObject({ status: 429, retryAfter: '5' });
    expect([...other.losses]).toEqual(['Spans were refused: The receiver is full.']);
    for (const turn of turns) turn.close();
    expect(await post(receiver.url, request({ ...span, traceId: other.id }))).toMatchObject({
      status: 200,
    });
  });

  it('keeps 20,000 spans of a turn, and the turn knows that there were more', () => {
    return receiveSpans({ port: 0 }).then(async (receiver) => {
      const turn = receiver.spans.openTurn();
      const spans = Array.from({ length: 20_001 }, (_, at) => ({
        traceId: turn.id,
        spanId: (at + 1).toString(16).padStart(16, '0'),
        name: 'step',
        startMs: 1,
        attributes: new Map(),
        isCut: false,
        links: [],
        isUnsampled: false,
        service: 'agent',
        scope: 'test',
      }));
      receiver.spans.take(spans.slice(0, 20_000));
      expect([...turn.losses]).toEqual([]);
      receiver.spans.take(spans.slice(20_000));
      expect([...turn.losses]).toEqual(['More than 20000 spans arrived in one turn.']);
      expect(turn.spans.size).toBe(20_000);
      await receiver[Symbol.asyncDispose]();
    });
  });

  it('knows no other address', async () => {
    await using receiver = await receiveSpans({ port: 0 });
    expect(await post(receiver.url, '{}', {}, '/v1/logs')).toMatchObject({ status: 404 });
    expect((await fetch(`${receiver.url}/v1/traces`)).status).toBe(405);
  });

  it('knows of a request that breaks off', async () => {
    await using receiver = await receiveSpans({ port: 0 });
    const turn = receiver.spans.openTurn();
    const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1');
    socket.write('POST /v1/traces HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n');
    socket.write('content-type: application/json\r\n\r\n{');
    await new Promise((sent) => setTimeout(sent, 50));
    socket.destroy();
    await expect
      .poll(() => [...turn.losses])
      .toEqual(['Spans were refused: A request with spans was cut off.']);
  });

  it('keeps connections for longer than exporters wait between two requests', async () => {
    await using receiver = await receiveSpans({ port: 0 });
    const response = await fetch(`${receiver.url}/v1/traces`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(60);
  });

  it('ends with a sender that never ends', async () => {
    const receiver = await receiveSpans({ port: 0 });
    const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /v1/traces HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n');
    socket.write('content-type: application/json\r\n\r\n{');
    await new Promise((sent) => setTimeout(sent, 50));
    const closed = new Promise((ended) => socket.once('close', ended));
    await receiver[Symbol.asyncDispose]();
    await closed;
  });
});
