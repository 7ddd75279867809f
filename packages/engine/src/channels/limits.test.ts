import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runText } from '../test/run-text.ts';
import { serveHttp, serveTcp, serveWebSocket } from '../test/servers.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Runs a step against this bot, and returns its failure code or outcome. */
async function endWith(answer: Answer, channel: object = {}, step = 'hello:\n  - prompt exists') {
  await using bot = await serveHttp((request, response) => void answer(request, response));
  const url = `http://127.0.0.1:${bot.port}/`;
  const configuration = { channel: { kind: 'http', url, ...channel }, replyTimeout: 10 };
  const { result } = await runText(
    `${JSON.stringify({ configuration })}\n---\n- test: A\n- ${step}\n`,
  );
  const [test] = result.tests;
  return test?.failure?.code ?? test?.outcome;
}

const says =
  (text: string): Answer =>
  (_, response) =>
    response.end(text);

/** Redirects from `/` this many times before it answers. */
const redirects =
  (hops: number): Answer =>
  (request, response) => {
    const hop = Number(request.url?.slice(1) || 0);
    if (hop < hops) response.writeHead(307, { location: `/${hop + 1}` }).end();
    else response.end('hi');
  };

const nested = (levels: number) => `${'['.repeat(levels)}"hi"${']'.repeat(levels)}`;
const inObject = (levels: number) => `{"text": "hi", "deep": ${nested(levels - 1)}}`;

/** Runs a step against a bot whose response has this many bytes of additional headers. */
const headOf = (bytes: number) => async () => {
  await using bot = await serveTcp((socket) =>
    socket.on('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(bytes)}\r\ncontent-length: 2\r\n\r\nhi`),
    ),
  );
  const url = `http://127.0.0.1:${bot.port}/`;
  const { result } = await runText(
    `${JSON.stringify({ configuration: { channel: { kind: 'http', url } } })}\n---\n- test: A\n- hello: hi\n`,
  );
  return result.tests[0]?.failure?.code ?? result.tests[0]?.outcome;
};

/** Streams this many comments, each just below a megabyte. */
const streams =
  (megabytes: number): Answer =>
  (_, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.end(`${`: ${'x'.repeat(1024 * 1024 - 10)}\n\n`.repeat(megabytes)}data: hi\n\n`);
  };

describe('an answer of a bot', () => {
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
    [
      'a megabyte',
      () => endWith(says('x'.repeat(1_048_576))),
      () => endWith(says('x'.repeat(1_048_577))),
      'answer-too-large',
    ],
    [
      'three redirects',
      () => endWith(redirects(3)),
      () => endWith(redirects(4)),
      'too-many-redirects',
    ],
    [
      'a hundred levels of JSON',
      () => endWith(says(inObject(100))),
      () => endWith(says(inObject(101))),
      'malformed-answer',
    ],
    ['16 KB of headers', headOf(16_000), headOf(16_500), 'headers-too-large'],
    [
      '16 MB of a stream',
      () => endWith(streams(15), { kind: 'sse' }),
      () => endWith(streams(17), { kind: 'sse' }),
      'answer-too-large',
    ],
  ])('may have %s, and no more', async (_, atLimit, beyond, code) => {
    expect(await atLimit()).toBe('passed');
    expect(await beyond()).toBe(code);
  });
});

describe('one turn', () => {
  /** Runs a turn in which a bot sends this many messages of a megabyte each. */
  async function turnOf(messages: number) {
    await using bot = await serveWebSocket({
      hear(_, socket) {
        for (let sent = 0; sent < messages; sent += 1) socket.send('x'.repeat(1_000_000));
      },
    });
    const url = `ws://127.0.0.1:${bot.port}/`;
    const configuration = { channel: { kind: 'websocket', url, quietMs: 1_000 } };
    const { result } = await runText(
      `${JSON.stringify({ configuration })}\n---\n- test: A\n- hello:\n  - prompt exists\n`,
    );
    return result.tests[0]?.failure?.code ?? result.tests[0]?.outcome;
  }

  it('may have four million characters, texts counted beside their answers, and no more', async () => {
    expect(await turnOf(2)).toBe('passed');
    expect(await turnOf(3)).toBe('answer-too-large');
  });
});

it('a conversation goes back five hundred times, and no further', async () => {
  let asked = 0;
  const configuration = (port: number) => ({
    configuration: { channel: { kind: 'http', url: `http://127.0.0.1:${port}/` } },
  });
  await using bot = await serveHttp((_, response) => {
    asked += 1;
    response.end('hi');
  });
  const text = `${JSON.stringify(configuration(bot.port))}\n---\n- test: A\n- hello: hi goto hello\n`;
  const { result } = await runText(text);
  expect(result.tests[0]?.failure?.message).toContain('more than 500 times');
  expect(asked).toBe(501);
});

it('a bot is sent fifty cookies of those that it sets, and no more', async () => {
  let sent = '';
  await using bot = await serveHttp((request, response) => {
    sent = request.headers.cookie ?? '';
    const cookies = Array.from({ length: 60 }, (_, at) => `c${at}=${at}`);
    response.setHeader('set-cookie', cookies);
    response.end('hi');
  });
  const url = `http://127.0.0.1:${bot.port}/`;
  await runText(
    `${JSON.stringify({ configuration: { channel: { kind: 'http', url } } })}\n---\n- test: A\n- hello: hi\n- hello: hi\n`,
  );
  expect(sent.split('; ')).toHaveLength(50);
});
