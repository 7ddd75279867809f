import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import { evidenceKinds } from '@parley/suite';
import { Server as SocketIoServer } from 'socket.io';
import { describe, expect, it, vi } from 'vitest';
import { type KeepEvidence, kept } from './evidence.ts';
import { serveDirectLine } from './test/direct-line-service.ts';
import { runText } from './test/run-text.ts';
import { endingNever, selfSigned } from './test/self-signed.ts';
import { listening, serveHttp, serveTcp, serveWebSocket, type TestServer } from './test/servers.ts';

/** Says hello to the bot. Returns the stored evidence, and the failure of the step, otherwise that of the test. */
async function talk(server: TestServer, channel: string, said = '- hello: hi') {
  await using bot = server;
  const kept: { kind: string; text: string }[] = [];
  const { result } = await runText(
    `configuration: { channel: ${channel.replaceAll('PORT', String(bot.port))}, replyTimeout: 0.5 }\n---\n- test: A\n${said}\n`,
    {
      async keepEvidence({ kind, bytes }) {
        kept.push({ kind, text: Buffer.from(bytes).toString() });
        return `${kind}-${kept.length}`;
      },
    },
  );
  const [test] = result.tests;
  const place = test?.steps.find(({ failure }) => failure) ?? test;
  return {
    kept,
    text: kept.at(-1)?.text ?? '',
    failure: place?.failure,
    evidence: place?.evidence,
  };
}

const http =
  '{ kind: http, url: "http://127.0.0.1:PORT/say?token=query-secret", headers: { authorization: Bearer header-secret } }';
const webSocket =
  '{ kind: websocket, url: "ws://127.0.0.1:PORT/", headers: { x-key: header-secret } }';
const sse = '{ kind: sse, url: "http://127.0.0.1:PORT/" }';

const answers = (answer: (response: ServerResponse, request: IncomingMessage) => void) => () =>
  serveHttp((request, response) => answer(response, request));

const serveTls = () => listening(createTlsServer(selfSigned));
const serveNeverEnding = () => listening(createTlsServer(endingNever));

describe('what is kept of a step that did not pass', () => {
  it.each<[string, () => Promise<TestServer>, string, string, string[]]>([
    [
      'an answer with an error status: its head, its body, and what was asked',
      answers((response) =>
        response.writeHead(500, { server: 'nginx', 'set-cookie': 'sid=cookie-secret' }).end('Oops'),
      ),
      http,
      'http-status',
      [
        '> POST http://127.0.0.1:',
        '/say?token=***',
        'authorization: ***',
        '"text": "hello"',
        '< Status 500',
        'server: nginx',
        'set-cookie: ***',
        'Oops',
      ],
    ],
    [
      'a wrong answer',
      answers((response) => response.setHeader('x-node', 'b7').end('{"text": "bye"}')),
      http,
      'mismatch',
      ['< Status 200', 'x-node: b7', '{"text": "bye"}'],
    ],
    [
      'an answer that only claims to be compressed',
      answers((response) =>
        response
          .setHeader('content-encoding', 'deflate')
          .end(Buffer.from('eJxLyk8BAAJuATw=', 'base64')),
      ),
      http,
      'malformed-answer',
      ['content-encoding: deflate', 'not'],
    ],
    [
      'an answer that breaks off: what came of it',
      () =>
        serveTcp((socket) =>
          socket.on('data', () =>
            socket.end('HTTP/1.1 200 OK\r\nx-node: b7\r\ncontent-length: 100\r\n\r\nhalf of it'),
          ),
        ),
      http,
      'connection-closed',
      ['x-node: b7', 'half of it', 'UND_ERR_SOCKET'],
    ],
    [
      'silence: what was asked, and that nothing came',
      () => serveTcp(() => {}),
      http,
      'reply-timeout',
      ['"text": "hello"', '- The response was not complete in time.'],
    ],
    [
      'a redirect to where Parley may not go',
      answers((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()),
      http,
      'egress-refused',
      ['< Status 302', 'location: http://169.254.169.254/'],
    ],
    [
      'a certificate that nobody trusts',
      serveTls,
      '{ kind: http, url: "https://127.0.0.1:PORT/" }',
      'tls',
      [
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'It is for bot.example, issued by bot.example, valid from 2026-11-21 to 2126-10-28.',
      ],
    ],
    [
      'the same over WebSocket',
      serveTls,
      '{ kind: websocket, url: "wss://127.0.0.1:PORT/" }',
      'tls',
      ['> GET wss://127.0.0.1:', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'It is for bot.example'],
    ],
    [
      'a certificate that ends on a day that is none',
      serveNeverEnding,
      '{ kind: http, url: "https://127.0.0.1:PORT/" }',
      'tls',
      ['ERROR_IN_CERT_NOT_AFTER_FIELD', 'valid from 2026-11-21 to Bad time value.'],
    ],
    [
      'a WebSocket that closes in the middle of a turn: its last frames and why',
      () =>
        serveWebSocket({
          hear(_, socket) {
            socket.send('{"type": "typing"}');
            socket.close(1011, 'out of memory');
          },
        }),
      webSocket,
      'bot-failed',
      [
        'x-key: ***',
        '< Status 101',
        '> {"text": "hello"',
        '< {"type": "typing"}',
        'reason: out of memory',
        '(code 1011)',
      ],
    ],
    [
      'a WebSocket that is refused',
      answers((response) => response.end()),
      webSocket,
      'malformed-answer',
      ['> GET ws://127.0.0.1:', '< Status 200'],
    ],
    [
      'a stream of events that breaks off',
      answers((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'x-node': 'b7' });
        response.write('data: {"type": "typing"}\n\n');
        setTimeout(() => response.destroy(), 50);
      }),
      sse,
      'connection-closed',
      ['x-node: b7', '< data: {"type": "typing"}', 'UND_ERR_SOCKET'],
    ],
    [
      'Direct Line that refuses the secret',
      () => serveDirectLine({ hasStream: true }),
      '{ kind: directline, url: "http://127.0.0.1:PORT", secret: wrong }',
      'http-status',
      ['authorization: ***', '< Status 403', 'BadArgument'],
    ],
    [
      'Direct Line that answers something else',
      () => serveDirectLine({ hasStream: true }),
      '{ kind: directline, url: "http://127.0.0.1:PORT", secret: right-secret }',
      'mismatch',
      ['"token":"***"', '> GET ws://127.0.0.1:', 'You said hello'],
    ],
    [
      'a model that fails',
      answers((response) =>
        response.writeHead(429, { 'retry-after': '20' }).end('{"error": {"message": "slow down"}}'),
      ),
      '{ kind: openai, url: "http://127.0.0.1:PORT/", model: m }',
      'unavailable',
      ['"model":"m"', 'retry-after: 20', 'slow down'],
    ],
  ])('%s', async (_, serve, channel, code, words) => {
    const { kept, text, failure, evidence } = await talk(await serve(), channel);
    expect(failure?.code).toBe(code);
    expect(evidence).toEqual([{ kind: 'traffic', id: `traffic-${kept.length}` }]);
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toMatch(/\w-secret/);
  });

  it('Socket.IO that hangs up: its last events and the credentials hidden', async () => {
    const http = createServer();
    new SocketIoServer(http).on('connection', (socket) =>
      socket.on('message', () => socket.disconnect(true)),
    );
    const { text, failure } = await talk(
      await listening(http),
      '{ kind: socketio, url: "http://127.0.0.1:PORT/", auth: { pass: auth-secret } }',
    );
    expect(failure?.code).toBe('connection-closed');
    expect(text).toContain('> ["message",{"text":"hello"');
    expect(text).toContain('The connection ended: io server disconnect');
    expect(text).not.toContain('auth-secret');
  });

  it('Socket.IO that nests a message 200,000 levels deep: that it did, not the message', async () => {
    const http = createServer();
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    new SocketIoServer(http).on('connection', (socket) =>
      // The frame is written directly, because the library cannot serialize it, either.
      socket.on('message', () => socket.conn.write(`2["message",${deep}]`)),
    );
    const { text, failure } = await talk(
      await listening(http),
      '{ kind: socketio, url: "http://127.0.0.1:PORT/" }',
    );
    expect(failure?.code).toBe('malformed-answer');
    expect(text).toContain('< ["message", and what cannot be written as JSON]');
  });

  it('no cookie, wherever its value turns up: neither of the bot nor of the suite', async () => {
    const { text } = await talk(
      await answers((response) =>
        response
          .setHeader('set-cookie', ['sid=bot-secret; Path=/short; HttpOnly', 'lang=en'])
          .end('{"text": "bot-secret asks for own-secret, /short, en"}'),
      )(),
      '{ kind: http, url: "http://127.0.0.1:PORT/", headers: { cookie: "a=own-secret; b=en" } }',
      '- one\n- two: never',
    );
    expect(text).toContain('{"text": "*** asks for ***, /short, en"}');
    expect(text).not.toMatch(/bot-secret|own-secret/);
  });

  it('only the last of a long conversation, and of a long message its beginning', async () => {
    const server = await serveWebSocket({
      hear(_, socket) {
        for (let i = 0; i < 60; i++) socket.send(`{"number": ${i}}`);
        socket.send(`{"text": "${'x'.repeat(100_000)}"}`);
      },
    });
    const { text } = await talk(server, webSocket);
    expect(text).not.toContain('"number": 20}');
    expect(text).toContain('"number": 59}');
    expect(text.length).toBeLessThan(20_000);
  });

  it('nothing of a step that passed', async () => {
    const { kept } = await talk(await answers((response) => response.end('hi'))(), http);
    expect(kept).toEqual([]);
  });
});

describe('what could not be kept', () => {
  const oops = answers((response) => response.writeHead(500).end('Oops'));

  async function stepKept(keepEvidence: KeepEvidence) {
    await using bot = await oops();
    const { result } = await runText(
      `configuration: { channel: ${http.replaceAll('PORT', String(bot.port))} }\n---\n- test: A\n- hello: hi\n`,
      { keepEvidence },
    );
    return result.tests[0]?.steps[0];
  }

  it('is told by the step, which fails for what the bot did alone', async () => {
    const step = await stepKept(() => Promise.reject(new Error('The disk is full')));
    expect(step).toMatchObject({
      failure: { code: 'http-status' },
      lostEvidence: [{ kind: 'traffic', reason: 'not-stored' }],
    });
    expect(step).not.toHaveProperty('evidence');
  });

  it('is told to be too large, and not written at all', async () => {
    const large = {
      kind: 'trace' as const,
      bytes: new Uint8Array(evidenceKinds.trace.bytesMax + 1),
    };
    const keep = vi.fn(async () => 'id');
    expect(await kept([large], keep)).toEqual({
      lostEvidence: [{ kind: 'trace', reason: 'too-large' }],
    });
    expect(keep).not.toHaveBeenCalled();
  });
});
