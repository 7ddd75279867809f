import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Server as SocketIoServer, type Socket as SocketIoSocket } from 'socket.io';
import { describe, expect, it, vi } from 'vitest';
import type { TesterReport } from '../test/measured-tester.ts';
import { runText } from '../test/run-text.ts';
import {
  listening,
  serveHttp,
  serveTcp,
  serveWebSocket,
  type TestServer,
} from '../test/servers.ts';

/** Runs one step against the bot with a reply timeout of half a second. */
async function ask(server: TestServer, scheme: string) {
  const kind = scheme.startsWith('http') ? 'http' : 'websocket';
  const url = `${scheme}://127.0.0.1:${server.port}/`;
  const { result } = await runText(
    [
      `configuration: { channel: { kind: ${kind}, url: "${url}" }, replyTimeout: 0.5 }`,
      '- test: A\n- hello: hi',
    ].join('\n---\n'),
  );
  await server[Symbol.asyncDispose]();
  const [test] = result.tests;
  return { test, code: test?.failure?.code, reply: test?.steps[0]?.reply };
}

/** A bot that answers each request with these bytes and hangs up. */
const sends = (bytes: string | Buffer) =>
  serveTcp((socket) => {
    socket.on('data', () => socket.end(bytes));
  });

const answers = (answer: (response: ServerResponse, request: IncomingMessage) => void) =>
  serveHttp((request, response) => answer(response, request));

const redirects = (to: (request: IncomingMessage) => string, status = 302) =>
  answers((response, request) => response.writeHead(status, { location: to(request) }).end());

function forever(socket: Socket, bytes: string | Buffer, everyMs: number) {
  const timer = setInterval(() => socket.write(bytes), everyMs);
  socket.on('close', () => clearInterval(timer));
}

describe('a bot over HTTP', () => {
  it.each<[string, () => Promise<TestServer>, string]>([
    ['accepts and says nothing', () => serveTcp(() => {}), 'reply-timeout'],
    [
      'drips its headers',
      () => serveTcp((socket) => forever(socket, 'H', 100)),
      'malformed-answer',
    ],
    [
      'drips its body',
      () =>
        serveTcp((socket) => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n');
          forever(socket, 'x', 100);
        }),
      'reply-timeout',
    ],
    [
      'never stops talking',
      () =>
        answers((response) => {
          const more = () => {
            while (response.write(Buffer.alloc(65_536, 'x')));
          };
          response.on('drain', more);
          more();
        }),
      'answer-too-large',
    ],
    [
      'sends a compressed bomb',
      () => {
        const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
        return answers((response) => response.setHeader('content-encoding', 'gzip').end(bomb));
      },
      'answer-too-large',
    ],
    [
      'encodes its answer two thousand times',
      () =>
        answers((response) =>
          response.setHeader('content-encoding', Array(2_000).fill('gzip').join(',')).end('hi'),
        ),
      'malformed-answer',
    ],
    [
      'claims to compress',
      () => answers((response) => response.setHeader('content-encoding', 'br').end('hi')),
      'malformed-answer',
    ],
    [
      'sends bytes that are no text',
      () => answers((response) => response.end(Buffer.from([0x68, 0xff, 0xfe]))),
      'malformed-answer',
    ],
    [
      'nests JSON 200,000 levels deep',
      () => answers((response) => response.end(`{"a":${'['.repeat(200_000)}`)),
      'malformed-answer',
    ],
    [
      'breaks off its JSON',
      () => answers((response) => response.end('{"text": ')),
      'malformed-answer',
    ],
    [
      'sends headers of 60 KB',
      () => sends(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(60_000)}\r\n\r\nhi`),
      'headers-too-large',
    ],
    ['redirects in a circle', () => redirects(() => '/', 307), 'too-many-redirects'],
    ['redirects the message elsewhere', () => redirects(() => '/'), 'redirect-refused'],
    ['redirects to a file', () => redirects(() => 'file:///etc/passwd'), 'invalid-url'],
    ['redirects to nowhere', () => redirects(() => 'http://'), 'redirect-refused'],
    [
      'redirects to the metadata service',
      () => redirects(() => 'http://169.254.169.254/', 307),
      'egress-refused',
    ],
    [
      'hands what was said to another host',
      () => redirects((request) => `http://localhost:${request.socket.localPort}/`, 308),
      'redirect-refused',
    ],
    [
      'breaks off its answer',
      () => sends('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhi'),
      'connection-closed',
    ],
    [
      'resets the connection',
      () => serveTcp((socket) => socket.on('data', () => socket.resetAndDestroy())),
      'connection-closed',
    ],
    ['speaks another protocol', () => sends('SSH-2.0-OpenSSH_9.2\r\n'), 'malformed-answer'],
    [
      'gives two lengths',
      () => sends('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nhi'),
      'malformed-answer',
    ],
    ['fails', () => answers((response) => response.writeHead(500).end('oops\0')), 'http-status'],
    ['is overloaded', () => answers((response) => response.writeHead(503).end()), 'unavailable'],
    [
      'wants to know who asks',
      () => answers((response) => response.writeHead(401).end()),
      'http-status',
    ],
  ])('that %s ends with its own error', async (_, start, code) => {
    expect((await ask(await start(), 'http')).code).toBe(code);
  });

  it('that does not listen ends with its own error', async () => {
    const server = await serveTcp(() => {});
    await server[Symbol.asyncDispose]();
    const gone = { ...server, [Symbol.asyncDispose]: async () => {} };
    expect((await ask(gone, 'http')).code).toBe('connection-refused');
  });

  it('that answers TLS with garbage ends with its own error', async () => {
    expect((await ask(await sends('garbage garbage garbage'), 'https')).code).toBe('tls');
  });

  it('that sends NUL and broken characters is heard without them', async () => {
    const server = await answers((response) =>
      response.end('{"text": "h\\u0000i", "\\u0000": "\\ud800", "__proto__": {"isBad": true}}'),
    );
    const { test, reply } = await ask(server, 'http');
    expect(test?.outcome).toBe('failed');
    expect(reply?.text).toBe('h\ufffdi');
    expect(JSON.stringify(reply)).not.toMatch(/\\u0000|\\ud800/);
    expect(({} as { isBad?: boolean }).isBad).toBeUndefined();
  });

  it('that gets a secret by redirecting to another origin gets nothing', async () => {
    let seen: IncomingMessage['headers'] | undefined;
    await using second = await answers((response, request) => {
      seen = request.headers;
      response.end('hi');
    });
    await using first = await redirects(() => `http://127.0.0.1:${second.port}/`, 303);
    const { result } = await runText(
      [
        `configuration: { channel: { kind: http, url: "http://127.0.0.1:${first.port}/", headers: { authorization: secret } } }`,
        '- test: A\n- hello: hi',
      ].join('\n---\n'),
    );
    expect(result.status).toBe('passed');
    expect(seen).not.toHaveProperty('authorization');
  });
});

describe('a suite that would smuggle something in by a header', () => {
  it.each([
    ['a line break in a value', { 'x-a': 'b\r\nhost: evil.example' }],
    ['a line feed in a value', { 'x-a': 'b\nc' }],
    ['a zero byte in a value', { 'x-a': 'b\0' }],
    ['a line break in a name', { 'x-a: b\r\nx-c': 'd' }],
    ['a colon in a name', { 'x-a:': 'b' }],
    ['the host', { Host: 'evil.example' }],
    ['the length', { 'Content-Length': '0' }],
    ['the coding', { 'transfer-encoding': 'chunked' }],
    ['what ends at the next hop', { Connection: 'upgrade' }],
    ['credentials of a proxy', { 'Proxy-Authorization': 'Basic x' }],
  ])('is refused before a connection is made, with %s', async (_, headers) => {
    for (const kind of ['http', 'websocket']) {
      await using bot = await answers((response) => response.end('hi'));
      const scheme = kind === 'http' ? 'http' : 'ws';
      const url = `${scheme}://127.0.0.1:${bot.port}/`;
      const configuration = { configuration: { channel: { kind, url, headers } } };
      const { result } = await runText(
        `${JSON.stringify(configuration)}\n---\n- test: A\n- hello: hi`,
      );
      expect(result.tests[0]?.failure?.code).toBe('invalid-header');
      expect(bot.connections()).toBe(0);
    }
  });
});

it('a proxy in the environment is not asked', async () => {
  await using proxy = await answers((response) => response.end('proxy'));
  await using bot = await answers((response) => response.end('hi'));
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'HTTPS_PROXY'];
  for (const name of names) vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
  const { result } = await runText(
    `configuration: { channel: { kind: http, url: "http://127.0.0.1:${bot.port}/" } }\n---\n- test: A\n- hello: hi`,
  );
  vi.unstubAllEnvs();
  expect(result.status).toBe('passed');
  expect(proxy.connections()).toBe(0);
});

describe('a run that is cancelled', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['before the headers', 'http', () => {}],
    ['amid the headers', 'http', (socket) => socket.write('HTTP/1.1 200 OK\r\nx: ')],
    [
      'amid a body of known length',
      'http',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\nhi'),
    ],
    [
      'amid a chunked body',
      'http',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n'),
    ],
    [
      'amid a compressed body',
      'http',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5000\r\n\r\n');
        socket.write(gzipSync('hi'.repeat(1000)).subarray(0, 20));
      },
    ],
    [
      'amid a stream of events',
      'sse',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: h'),
    ],
    [
      'amid the handshake of a WebSocket',
      'websocket',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n'),
    ],
  ])('%s hangs up, and nothing is left that could break', async (_, kind, begin) => {
    const cancel = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using bot = await serveTcp((socket) => {
      socket.once('data', () => {
        begin(socket);
        setTimeout(() => cancel.abort(), 50);
      });
      socket.on('close', () => closed.resolve());
    });
    const scheme = kind === 'websocket' ? 'ws' : 'http';
    // An error that nobody catches would fail this file.
    await runText(
      `configuration: { channel: { kind: ${kind}, url: "${scheme}://127.0.0.1:${bot.port}/" } }\n---\n- test: A\n- hello: hi`,
      { signal: cancel.signal },
    );
    await closed.promise;
  });
});

/** Completes the handshake with additional headers, then sends bytes. */
const shakesHands = (bytes: Buffer, headers = '') =>
  serveTcp((socket) => {
    socket.once('data', (request) => {
      const key = /sec-websocket-key: (.+)\r\n/i.exec(String(request))?.[1];
      const accept = createHash('sha1')
        .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n${headers}\r\n`,
      );
      socket.write(bytes);
    });
  });

describe('a bot over WebSocket', () => {
  it.each<[string, () => Promise<TestServer>, string]>([
    ['accepts and says nothing', () => serveTcp(() => {}), 'connect-timeout'],
    [
      'drips its handshake',
      () =>
        serveTcp((socket) => {
          socket.write('HTTP/1.1 101 Switching Protocols\r\nx: ');
          forever(socket, 'x', 100);
        }),
      'connect-timeout',
    ],
    [
      'does not speak WebSocket',
      () => answers((response) => response.end('hi')),
      'malformed-answer',
    ],
    [
      'wants to know who asks',
      () => answers((response) => response.writeHead(401).end()),
      'http-status',
    ],
    ['redirects', () => redirects(() => 'ws://169.254.169.254/'), 'http-status'],
    [
      'shakes hands wrongly',
      () =>
        sends(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n',
        ),
      'malformed-answer',
    ],
    [
      'sends frames of no kind',
      () => shakesHands(Buffer.from([0xff, 0x02, 0x68, 0x69])),
      'malformed-answer',
    ],
    [
      'masks its frames',
      () => shakesHands(Buffer.from([0x81, 0x82, 1, 2, 3, 4, 5, 6])),
      'malformed-answer',
    ],
    [
      'compresses unasked',
      () =>
        shakesHands(
          Buffer.from([0x81, 0x00]),
          'sec-websocket-extensions: permessage-deflate; server_max_window_bits=99\r\n',
        ),
      'malformed-answer',
    ],
    [
      'sends bytes that are no text',
      () => shakesHands(Buffer.from([0x81, 0x02, 0xff, 0xfe])),
      'malformed-answer',
    ],
    [
      'announces a message of 4 GB',
      () => shakesHands(Buffer.from([0x81, 0x7f, 0, 0, 0, 1, 0, 0, 0, 0])),
      'answer-too-large',
    ],
    [
      'pings without end',
      () => shakesHands(Buffer.concat(Array(20_000).fill(Buffer.from([0x89, 0x00])))),
      'connection-closed',
    ],
    [
      'talks on and on',
      () =>
        serveWebSocket({
          greet(socket) {
            for (let i = 0; i < 5_000; i++) socket.send('hello?');
          },
        }),
      'mismatch',
    ],
    [
      'hangs up at once',
      () => serveWebSocket({ greet: (socket) => socket.close() }),
      'connection-closed',
    ],
    [
      'resets the connection',
      () => serveTcp((socket) => socket.resetAndDestroy()),
      'connection-closed',
    ],
  ])('that %s ends with its own error', async (_, start, code) => {
    expect((await ask(await start(), 'ws')).code).toBe(code);
  });
});

/** Runs one step over another channel, against a bot that answers every request with a text. */
async function askBy(
  channel: object,
  answer: (request: IncomingMessage, response: ServerResponse) => string,
  step = 'hello: hi',
) {
  await using bot = await answers((response, request) => response.end(answer(request, response)));
  const url = `http://127.0.0.1:${bot.port}`;
  const configuration = { channel: { ...channel, url }, replyTimeout: 10 };
  const { result } = await runText(
    `${JSON.stringify({ configuration })}\n---\n- test: A\n- ${step}`,
  );
  const [test] = result.tests;
  return { outcome: test?.outcome, code: test?.failure?.code, reply: test?.steps[0]?.reply };
}

describe('a bot by Direct Line', () => {
  const say = (activities: unknown) =>
    askBy({ kind: 'directline', secret: 's' }, ({ url, method }) => {
      if (url === '/conversations') return '{"conversationId": "c1"}';
      return method === 'POST' ? '{"id": "1"}' : JSON.stringify({ activities });
    });

  it.each([
    ['an object', {}],
    ['a text', 'hello'],
    ['a list of nothing', [null]],
    ['a list of texts', ['hello']],
  ])('that sends %s for its activities ends with its own error', async (_, activities) => {
    expect((await say(activities)).code).toBe('malformed-answer');
  });

  it.each([
    ['an object', { a: 1 }, '{"a":1}'],
    ['a list', [1], '[1]'],
    ['a number', 5, '5'],
    ['nothing', null, ''],
  ])('that writes %s where a text belongs is heard in texts', async (_, odd, text) => {
    const { reply } = await say([
      {
        type: 'message',
        from: odd,
        text: odd,
        suggestedActions: {
          actions: [odd, { title: odd, value: odd }, { title: 'Yes', value: odd }],
        },
        attachments: [
          odd,
          { contentType: odd, contentUrl: odd, name: odd, content: odd },
          { contentType: 'image/png', name: 'Map', content: { title: odd, buttons: odd } },
        ],
      },
      { type: 'message', suggestedActions: odd, attachments: odd },
    ]);
    expect(reply?.messages[0]).toBe(text);
    expect(reply?.buttons).toEqual([{ title: 'Yes' }]);
    expect(reply?.attachments.at(-1)).toEqual({ type: 'image/png', title: 'Map' });
    const shown = reply?.attachments.flatMap((attachment) => Object.values(attachment));
    expect(shown?.filter((value) => typeof value !== 'string')).toEqual([]);
  });

  it.each(['null', '[]', '{"conversationId": {}}'])(
    'that starts with %s has not begun',
    async (start) => {
      const { code } = await askBy({ kind: 'directline', secret: 's' }, () => start);
      expect(code).toBe('malformed-answer');
    },
  );
});

describe('a bot that says all at once', () => {
  const numbers = (count: number) => JSON.stringify(Array(count).fill(1));
  const deep = JSON.stringify({
    text: 'hi',
    many: Array(100_000).fill(0),
    more: { deep: { text: 'sorry' } },
  });
  const events = (text: string) => (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/event-stream');
    return text;
  };
  const event = 'data: hello\n\n';

  it.each<[string, object, Parameters<typeof askBy>[1]]>([
    ['101 messages in an answer', { kind: 'http' }, () => numbers(101)],
    ['50,000 messages in an answer', { kind: 'http' }, () => `{"replies": ${numbers(50_000)}}`],
    [
      'more than a list is looked for in',
      { kind: 'http', replies: { list: '$..text' } },
      () => deep,
    ],
    [
      'more than a text is looked for in',
      { kind: 'http', replies: { text: '$..text' } },
      () => deep,
    ],
    ['101 events', { kind: 'sse' }, events(event.repeat(101))],
    ['50,000 events', { kind: 'sse' }, events(event.repeat(50_000))],
    ['50 messages in each event', { kind: 'sse' }, events(`data: ${numbers(50)}\n\n`.repeat(50))],
    ['101 messages in an event', { kind: 'sse' }, events(`data: ${numbers(101)}\n\n`)],
    ['events that are none', { kind: 'sse', event: 'said' }, events(event.repeat(100_001))],
    ['pieces without end', { kind: 'openai', model: 'm' }, events(event.repeat(100_001))],
  ])('ends with its own error, whatever must not be said: %s', async (_, channel, answer) => {
    const { outcome, code } = await askBy(channel, answer, 'hello != sorry');
    expect([outcome, code]).toEqual(['error', 'too-many-messages']);
  });

  /** Runs steps whose turn begins with something harmless, and returns their failure codes. */
  async function endsOf(channel: object) {
    const codes: (string | undefined)[] = [];
    for (const step of ['hello != sorry', 'hello:\n  - prompt: hi']) {
      const configuration = { channel: { ...channel, quietMs: 5_000 } };
      const { result } = await runText(
        `${JSON.stringify({ configuration })}\n---\n- test: A\n- ${step}\n`,
      );
      codes.push(result.tests[0]?.failure?.code);
    }
    return codes;
  }

  const tooLarge = 'x'.repeat(1024 * 1024 + 1);

  it.each([
    ['too-many-messages', numbers(101)],
    ['answer-too-large', tooLarge],
    ['malformed-answer', '{"text": '],
  ])('behind something harmless ends with its own error: %s', async (code, frame) => {
    await using bot = await serveWebSocket({
      hear(_, socket) {
        socket.send('hi');
        socket.send(frame);
      },
    });
    const channel = { kind: 'websocket', url: `ws://127.0.0.1:${bot.port}/` };
    expect(await endsOf(channel)).toEqual([code, code]);
  });

  it('of large messages one behind the other ends with its own error', async () => {
    await using bot = await serveWebSocket({
      hear(_, socket) {
        socket.send('hi');
        for (let sent = 0; sent < 20; sent += 1) socket.send(tooLarge.slice(1));
      },
    });
    const channel = { kind: 'websocket', url: `ws://127.0.0.1:${bot.port}/` };
    expect(await endsOf(channel)).toEqual(['answer-too-large', 'answer-too-large']);
  });

  it.each<[string, string, (socket: SocketIoSocket) => unknown]>([
    ['answer-too-large', 'a large message', (socket) => socket.emit('message', tooLarge)],
    ['malformed-answer', 'no packet of Socket.IO', ({ conn }) => conn.write('9')],
    [
      'malformed-answer',
      'no packet of Engine.IO',
      ({ conn }) => Reflect.get(conn.transport, 'socket').send('x'),
    ],
  ])(
    'behind something harmless over Socket.IO ends with its own error: %s, %s',
    async (code, _, say) => {
      const http = createServer();
      new SocketIoServer(http).on('connection', (socket) =>
        socket.on('message', () => {
          socket.emit('message', 'hi');
          say(socket);
        }),
      );
      await using bot = await listening(http);
      const channel = { kind: 'socketio', url: `http://127.0.0.1:${bot.port}/` };
      expect(await endsOf(channel)).toEqual([code, code]);
    },
  );

  it.each<[string, object, Parameters<typeof askBy>[1], number]>([
    ['messages', { kind: 'http' }, () => numbers(100), 100],
    ['events', { kind: 'sse' }, events(event.repeat(100)), 100],
    ['pieces', { kind: 'sse', pieces: true }, events(event.repeat(5_000)), 1],
  ])('is heard where there is room: %s', async (_, channel, answer, count) => {
    expect((await askBy(channel, answer)).reply?.messages).toHaveLength(count);
  });

  it('and repeats what was said before is heard to the end of a long conversation', async () => {
    const some = Array(90).fill('and so on');
    let lines: string[] = some;
    await using bot = await answers((response, request) => {
      if (request.method === 'POST') lines = [...some, ...some, 'hi'];
      response.end(JSON.stringify({ messages: lines }));
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    const channel = { kind: 'http', url, poll: url, pollMs: 100, repeats: true, greets: true };
    const { result } = await runText(
      `${JSON.stringify({ configuration: { channel } })}\n---\n- test: A\n- $OPEN: on\n- hello: hi`,
    );
    const [greeting, answer] = result.tests[0]?.steps ?? [];
    expect(greeting?.reply?.messages).toHaveLength(90);
    expect(answer?.reply?.messages).toHaveLength(91);
  });
});

describe('a model', () => {
  it.each([
    ['null', 'malformed-answer'],
    ['[null]', 'malformed-answer'],
    ['{"choices": null}', 'malformed-answer'],
    ['{"error": {"message": {"a": 1}}}', 'model-failed'],
  ])('that answers %s ends with its own error', async (answer, code) => {
    expect((await askBy({ kind: 'openai', model: 'm' }, () => answer)).code).toBe(code);
  });
});

describe('twenty abusive bots at once', () => {
  it('end in time, with little memory, and leave the event loop to others', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const http = await Promise.all([
      serveTcp(() => {}),
      serveTcp((socket) => forever(socket, 'H', 100)),
      answers((response) => {
        const more = () => {
          while (response.write(Buffer.alloc(65_536, 'x')));
        };
        response.on('drain', more);
        more();
      }),
      answers((response) => response.setHeader('content-encoding', 'gzip').end(bomb)),
      answers((response) =>
        response.setHeader('content-encoding', Array(2_000).fill('gzip').join(',')).end('hi'),
      ),
      answers((response) => response.end(Buffer.from([0x68, 0xff, 0xfe]))),
      answers((response) => response.end('{"text": "\\u0000"}')),
      answers((response) => response.end(`{"a":${'['.repeat(200_000)}`)),
      sends(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(60_000)}\r\n\r\nhi`),
      redirects(() => '/'),
      sends('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhi'),
      serveTcp((socket) => socket.on('data', () => socket.resetAndDestroy())),
    ]);
    const garbage = await sends('garbage garbage garbage');
    const flood = await serveWebSocket({
      greet(socket) {
        for (let i = 0; i < 5_000; i++) socket.send('hello?');
      },
    });
    const urls = [
      ...http.map(({ port }) => `http://127.0.0.1:${port}/`),
      `https://127.0.0.1:${garbage.port}/`,
      `ws://127.0.0.1:${flood.port}/`,
    ];
    const addresses = [...urls, ...urls.slice(0, 6)];
    const program = fileURLToPath(new URL('../test/measured-tester.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', program, JSON.stringify(addresses)],
      { timeout: 100_000 },
    );
    for (const server of [...http, garbage, flood]) await server[Symbol.asyncDispose]();
    const report: TesterReport = JSON.parse(stdout);
    expect(addresses).toHaveLength(20);
    expect(report.codes).not.toContain(undefined);
    expect(report.codes).not.toContain('unexpected');
    // The limit is 50 ms; slow machines get three times as long.
    expect(report.turnMs).toBeLessThan(150);
    expect(report.rssRiseMb).toBeLessThan(64);
    // A step takes its timeout, the same time again for a late reply, and a second; more only on busy machines.
    expect(report.longestMs).toBeLessThan(10_000);
  }, 120_000);
});
