import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { runText } from '../test/run-text.ts';
import { listening } from '../test/servers.ts';

const stream = { 'content-type': 'text/event-stream' };

/** Serves a bot that says hi on every channel, and returns the requested paths. */
async function serveEverything() {
  const paths: string[] = [];
  const streams = new Set<(text: string) => void>();
  const http = createServer((request, response) => {
    const { url = '', method } = request;
    paths.push(url);
    if (url.startsWith('/v1/stream')) {
      response.writeHead(200, stream).write(': open\n\n');
      streams.add((text) => response.write(`data: ${text}\n\n`));
    } else if (url.startsWith('/v1/say')) {
      for (const say of streams) say('hi');
      response.end('{}');
    } else if (url.startsWith('/v1/poll')) {
      response.end('{"messages": ["hi"]}');
    } else if (url.startsWith('/v1/conversations')) {
      const activities = [{ type: 'message', text: 'hi' }];
      response.end(JSON.stringify({ conversationId: 'c1', id: '1', activities }));
    } else if (url.startsWith('/v1/chat/completions')) {
      response.end('{"choices": [{"message": {"content": "hi"}}]}');
    } else {
      response.end(method === 'POST' ? '{"text": "hi"}' : '{}');
    }
  });
  new Server(http).of('/v1').on('connection', (socket) => {
    paths.push('/v1');
    socket.on('message', () => socket.emit('message', 'hi'));
  });
  const sockets = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, connection, head) => {
    if (request.url !== '/v1/socket') return;
    paths.push(request.url);
    sockets.handleUpgrade(request, connection, head, (socket) =>
      socket.on('message', () => socket.send('hi')),
    );
  });
  return { ...(await listening(http)), paths };
}

async function talk(channel: object, variables: object) {
  const configuration = JSON.stringify({ channel, variables, replyTimeout: 3 });
  const { result } = await runText(
    `{"configuration": ${configuration}}\n---\n- test: A\n- hello: hi`,
  );
  return result.tests[0];
}

const channels: [string, object][] = [
  ['http', { kind: 'http', url: 'BASE/message' }],
  [
    'http with poll',
    {
      kind: 'http',
      url: 'BASE/message',
      poll: 'BASE/poll',
      pollMs: 100,
      repeats: true,
      quietMs: 0,
    },
  ],
  ['sse', { kind: 'sse', url: 'BASE/say', stream: 'BASE/stream', quietMs: 0 }],
  ['openai', { kind: 'openai', url: 'BASE/chat/completions', model: 'm' }],
  ['directline', { kind: 'directline', url: 'BASE', secret: 's', quietMs: 0 }],
  ['websocket', { kind: 'websocket', url: 'BASE/socket', quietMs: 0 }],
  ['socketio', { kind: 'socketio', url: 'BASE', quietMs: 0 }],
];

const withBase = (channel: object, base: string) =>
  JSON.parse(JSON.stringify(channel).replaceAll('BASE', base));

describe.each(channels)('the address of %s', (_, channel) => {
  const scheme = 'kind' in channel && channel.kind === 'websocket' ? 'ws' : 'http';

  it('may begin with a variable', async () => {
    await using bot = await serveEverything();
    const test = await talk(withBase(channel, '{{base}}'), {
      base: `${scheme}://127.0.0.1:${bot.port}/v1`,
    });
    expect(test?.failure).toBeUndefined();
    expect(bot.paths.every((path) => path.startsWith('/v1'))).toBe(true);
  });

  it('may have a variable for the host with its port', async () => {
    await using bot = await serveEverything();
    const test = await talk(withBase(channel, `${scheme}://{{host}}/v1`), {
      host: `127.0.0.1:${bot.port}`,
    });
    expect(test?.failure).toBeUndefined();
  });

  it('is checked as it is filled in', async () => {
    const refused = await talk(withBase(channel, '{{base}}'), {
      base: `${scheme}://169.254.169.254`,
    });
    expect(refused?.failure?.code).toBe('egress-refused');
    const withUser = await talk(withBase(channel, '{{base}}'), {
      base: `${scheme}://a:b@127.0.0.1`,
    });
    expect(withUser?.failure).toMatchObject({
      code: 'invalid-url',
      message: expect.stringContaining('user name'),
    });
    const wrong = await talk(withBase(channel, '{{base}}'), { base: 'ftp://127.0.0.1' });
    expect(wrong?.failure?.code).toBe('invalid-url');
  });
});

it('the address of a page may begin with a variable, and is checked as it is filled in', async () => {
  const channel = { kind: 'browser', url: '{{base}}/', input: 'input', reply: 'p' };
  const test = await talk(channel, { base: 'http://169.254.169.254' });
  expect(test?.failure?.code).toBe('egress-refused');
});

it('a value in a path or a query stays in it', async () => {
  await using bot = await serveEverything();
  const channel = { kind: 'http', url: '{{base}}/v1/{{id}}/say?user={{id}}' };
  await talk(channel, { base: `http://127.0.0.1:${bot.port}`, id: '@evil.example/?a=b#c' });
  const id = '%40evil.example%2F%3Fa%3Db%23c';
  expect(bot.paths).toEqual([`/v1/${id}/say?user=${id}`]);
});

it('the names of templates stand in addresses, too', async () => {
  await using bot = await serveEverything();
  const channel = { kind: 'http', method: 'GET', url: '{{base}}/v1/{{text}}/{{conversationId}}' };
  await talk(channel, { base: `http://127.0.0.1:${bot.port}` });
  expect(bot.paths[0]).toMatch(/^\/v1\/hello\/[\w-]{36}$/);
});
