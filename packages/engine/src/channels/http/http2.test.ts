import {
  constants,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createEgress } from '@parley/egress';
import { beforeAll, describe, expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { selfSigned } from '../../test/self-signed.ts';
import { listening } from '../../test/servers.ts';

type Bot = (response: Http2ServerResponse, request: Http2ServerRequest, body: string) => unknown;

// The certificate of the test servers is for bot.example.
beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), selfSigned.cert]));

const egress = () =>
  createEgress({ allow: ['127.0.0.0/8:*'] }, async () => [{ address: '127.0.0.1', family: 4 }]);

/** Talks to a server that speaks only HTTP/2, or also HTTP/1.1 if `allowHTTP1`. */
async function talk(bot: Bot, settings: object = {}, steps = '- hello: hi', allowHTTP1 = false) {
  const versions: string[] = [];
  const secure = createSecureServer({ ...selfSigned, allowHTTP1 }, async (request, response) => {
    versions.push(request.httpVersion);
    await bot(response, request, await text(request));
  });
  secure.on('sessionError', () => {});
  await using server = await listening(secure);
  const scheme = 'kind' in settings && settings.kind === 'websocket' ? 'wss' : 'https';
  const channel = { kind: 'http', url: `${scheme}://bot.example:${server.port}/`, ...settings };
  const { result } = await runText(
    `${JSON.stringify({ configuration: { channel, replyTimeout: 0.8 } })}\n---\n- test: A\n${steps}`,
    { egress: egress() },
  );
  const [test] = result.tests;
  return { versions, test, failure: test?.failure, connections: server.connections() };
}

describe('a bot that speaks HTTP/2 only', () => {
  it('is spoken to, with what was said and the headers of the suite', async () => {
    const seen: unknown[] = [];
    const { test, versions, connections } = await talk(
      (response, { headers }, body) => {
        seen.push([headers['x-key'], headers[':authority'], JSON.parse(body).text]);
        response.end('{"text": "hi"}');
      },
      { headers: { 'x-key': 'k1' } },
      '- hellö: hi\n- again: hi',
    );
    expect(test?.failure).toBeUndefined();
    expect(versions).toEqual(['2.0', '2.0']);
    expect(seen).toEqual([
      ['k1', expect.stringMatching(/^bot\.example:\d+$/), 'hellö'],
      ['k1', expect.stringMatching(/^bot\.example:\d+$/), 'again'],
    ]);
    // The first connection was refused for its protocol. The second one carries both messages.
    expect(connections).toBe(2);
  });

  it('is heard on streams, waited for and redirected as ever', async () => {
    const streamed = await talk(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"choices": [{"delta": {"content": "h"}}]}\n\n');
        response.end('data: {"choices": [{"delta": {"content": "i"}}]}\n\ndata: [DONE]\n\n');
      },
      { kind: 'openai', model: 'm' },
    );
    expect(streamed.failure).toBeUndefined();
    let asked = 0;
    const busy = await talk((response) => {
      asked += 1;
      if (asked === 1) return response.writeHead(503, { 'retry-after': '0' }).end();
      if (asked === 2) return response.writeHead(307, { location: '/other' }).end();
      return response.end('{"text": "hi"}');
    });
    expect(busy.failure).toBeUndefined();
    expect(asked).toBe(3);
  });

  it.each<[string, Bot, string]>([
    ['says nothing', () => {}, 'reply-timeout'],
    ['fails', (response) => response.writeHead(500).end('oops'), 'http-status'],
    [
      'resets its answer',
      (response) => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR),
      'connection-closed',
    ],
    [
      'breaks off its answer',
      (response) => {
        response.write('{"text":');
        setTimeout(() => response.stream.close(constants.NGHTTP2_INTERNAL_ERROR), 20);
      },
      'connection-closed',
    ],
    [
      'hangs up',
      (response) => {
        response.write('{"text":');
        setTimeout(() => response.stream.session?.destroy(), 20);
      },
      'connection-closed',
    ],
    [
      'goes away',
      (response) => {
        response.write('{"text":');
        setTimeout(() => response.stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM), 20);
      },
      'connection-closed',
    ],
    [
      'never stops talking',
      (response) => {
        const more = () => {
          while (!response.stream.destroyed && response.write(Buffer.alloc(65_536, 'x')));
        };
        response.on('drain', more);
        more();
      },
      'answer-too-large',
    ],
  ])('that %s ends with its own error', async (_, bot, code) => {
    const { failure } = await talk(bot);
    expect(failure?.code).toBe(code);
    expect(failure?.class).not.toBe('internal');
  });

  it('is named as such where the channel needs HTTP/1.1', async () => {
    const { failure, connections } = await talk(() => {}, { kind: 'websocket' });
    expect(failure).toMatchObject({
      class: 'network',
      code: 'http2-only',
      message: 'The bot only speaks HTTP/2 at this address, and this channel needs HTTP/1.1.',
    });
    expect(connections).toBe(1);
  });
});

it('a bot that speaks both is spoken to by HTTP/1.1, on one connection', async () => {
  const { versions, connections } = await talk(
    (response) => response.end('{"text": "hi"}'),
    {},
    '- hello: hi\n- again: hi',
    true,
  );
  expect(versions).toEqual(['1.1', '1.1']);
  expect(connections).toBe(1);
});
