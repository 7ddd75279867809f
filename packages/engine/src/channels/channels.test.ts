import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Server } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { serveDirectLine } from '../test/direct-line-service.ts';
import { runText } from '../test/run-text.ts';
import { listening, serveHttp } from '../test/servers.ts';

/** Runs one test over a channel, and returns the outcomes of its steps. */
async function talk(channel: object, steps: string[]) {
  const documents = [
    `configuration: ${JSON.stringify({ channel, replyTimeout: 3 })}`,
    ['- test: A', ...steps].join('\n'),
  ];
  const { result } = await runText(documents.join('\n---\n'));
  const [test] = result.tests;
  return {
    replies: test?.steps.map(({ outcome, reply }) => [outcome, reply?.text]),
    steps: test?.steps ?? [],
    failure: test?.failure,
  };
}

describe('HTTP that is asked for its replies', () => {
  /** A bot that accepts a message and returns its answer in parts, one part for each of the next polls. */
  const serveLater = (answer: (said: string[], after: number) => object) => {
    const said = new Map<string, string[]>();
    const toSay = new Map<string, string[]>();
    return serveHttp(async (request, response) => {
      const url = new URL(String(request.url), 'http://bot');
      if (request.method === 'GET') {
        const of = url.searchParams.get('of') ?? '';
        const lines = said.get(of) ?? [];
        const after = Number(url.searchParams.get('after') || 0);
        response.end(JSON.stringify(answer(lines, after)));
        said.set(of, [...lines, ...(toSay.get(of)?.splice(0, 1) ?? [])]);
        return;
      }
      const { text, conversationId = '' } = (await json(request)) as Record<string, string>;
      toSay.set(conversationId, [`You said ${text}`, 'Anything else?']);
      response.writeHead(202).end('{"accepted": true}');
    });
  };

  it.each([
    [
      'from where the answer before ended',
      { after: 'cursor' },
      (said: string[], after: number) => ({ messages: said.slice(after), cursor: said.length }),
    ],
    [
      'where each answer holds everything',
      { repeats: true },
      (said: string[]) => ({ messages: said }),
    ],
  ])('hears what came late, %s', async (_, settings, answer) => {
    await using bot = await serveLater(answer);
    const url = `http://127.0.0.1:${bot.port}/`;
    const poll = `${url}?of={{conversationId}}&after={{after}}`;
    const channel = { kind: 'http', url, poll, pollMs: 100, quietMs: 2000, ...settings };
    const { replies } = await talk(channel, ['- hello: You said hello', '- bye: You said bye']);
    expect(replies).toEqual([
      ['passed', 'You said hello\nAnything else?'],
      ['passed', 'You said bye\nAnything else?'],
    ]);
  });

  it('says what is wrong where the question is refused', async () => {
    await using bot = await serveHttp((request, response) =>
      response.writeHead(request.method === 'GET' ? 401 : 202).end(),
    );
    const url = `http://127.0.0.1:${bot.port}/`;
    const { failure } = await talk({ kind: 'http', url, poll: url }, ['- hello: hi']);
    expect(failure).toMatchObject({ class: 'configuration', code: 'http-status' });
  });
});

const event = (data: string, name?: string) => `${name ? `event: ${name}\n` : ''}data: ${data}\n\n`;
const stream = { 'content-type': 'text/event-stream' };

describe('server-sent events', () => {
  it('that answer each message are read until their stream ends', async () => {
    await using bot = await serveHttp(async (request, response) => {
      const { text } = (await json(request)) as { text: string };
      response.writeHead(200, stream);
      response.write(`: a comment\n\n${event('{"state": "typing"}', 'status')}`);
      // A message can be cut anywhere, even within a character.
      const bytes = Buffer.from(event(JSON.stringify({ text: `You said ${text} ✓` })));
      response.write(bytes.subarray(0, bytes.length - 5));
      setTimeout(
        () =>
          response.end(
            Buffer.concat([bytes.subarray(bytes.length - 5), Buffer.from(event('bye'))]),
          ),
        20,
      );
    });
    const { replies, steps } = await talk({ kind: 'sse', url: `http://127.0.0.1:${bot.port}/` }, [
      '- hello: You said hello ✓',
      '- again: bye',
    ]);
    expect(replies).toEqual([
      ['passed', 'You said hello ✓\nbye'],
      ['passed', 'You said again ✓\nbye'],
    ]);
    expect(steps[0]?.reply?.messages).toHaveLength(2);
  });

  it('that are pieces of one message are put together', async () => {
    await using bot = await serveHttp((_, response) => {
      response.writeHead(200, stream);
      response.end(
        ['Hel', 'lo ', 'you'].map((piece) => event(JSON.stringify({ text: piece }))).join('') +
          event('[DONE]'),
      );
    });
    const channel = { kind: 'sse', url: `http://127.0.0.1:${bot.port}/`, pieces: true };
    const { replies } = await talk(channel, ['- hi:\n  - prompt == Hello you']);
    expect(replies).toEqual([['passed', 'Hello you']]);
  });

  it('of a stream that stays open are heard also unasked', async () => {
    await using bot = await serveHttp(async (request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, stream).write(event('Welcome', 'reply'));
        posted = (text) =>
          response.write(event(text, 'status') + event(`You said ${text}`, 'reply'));
        return;
      }
      posted(((await json(request)) as { text: string }).text);
      response.writeHead(204).end();
    });
    let posted: (text: string) => void = () => {};
    const url = `http://127.0.0.1:${bot.port}/`;
    const channel = {
      kind: 'sse',
      url,
      stream: `${url}events/{{conversationId}}`,
      event: 'reply',
      quietMs: 30,
    };
    const { replies } = await talk(channel, ['- $OPEN: Welcome', '- hello: You said hello']);
    expect(replies).toEqual([
      ['passed', 'Welcome'],
      ['passed', 'You said hello'],
    ]);
  });

  it('that say nothing start no clock: not that of the latency, and not that of the quiet', async () => {
    await using bot = await serveHttp((_, response) => {
      response.writeHead(200, stream).write(event('{"state": "typing"}', 'status'));
      setTimeout(() => response.end(event('Here I am', 'reply')), 300);
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    const { replies, steps } = await talk({ kind: 'sse', url, event: 'reply', quietMs: 100 }, [
      '- hello: Here I am',
    ]);
    expect(replies).toEqual([['passed', 'Here I am']]);
    expect(steps[0]?.reply?.latencyMs).toBeGreaterThanOrEqual(290);
  });

  it('of which none says anything until the deadline are silence', async () => {
    await using bot = await serveHttp((_, response) => {
      response.writeHead(200, stream).write(event('{"state": "typing"}', 'status'));
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    const { steps } = await talk({ kind: 'sse', url, event: 'reply', quietMs: 50 }, [
      '- hello:\n  - set replyTimeout: 0.2\n  - prompt: hi',
    ]);
    expect(steps[0]?.failure).toMatchObject({ class: 'silent', code: 'reply-timeout' });
  });

  it('that never come, or a stream that is refused, end with an error of their own', async () => {
    await using bot = await serveHttp((request, response) => {
      if (request.url === '/refused') response.writeHead(403).end();
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    const refused = await talk({ kind: 'sse', url, stream: `${url}refused` }, ['- a: b']);
    expect(refused.failure).toMatchObject({ code: 'http-status' });
    const silent = await talk({ kind: 'sse', url, stream: `${url}silent` }, ['- a: b']);
    expect(silent.failure).toMatchObject({ code: 'connect-timeout' });
    const whole = await talk({ kind: 'sse', url: `${url}refused` }, ['- a: b']);
    expect(whole.failure).toMatchObject({ code: 'http-status' });
  });
});

describe.each([
  ['a WebSocket', true],
  ['asking again and again', false],
])('Direct Line by %s', (_, hasStream) => {
  it('hears the greeting, what is said, what is offered, and nothing of its own', async () => {
    await using service = await serveDirectLine({ hasStream });
    const channel = {
      kind: 'directline',
      url: `http://127.0.0.1:${service.port}/`,
      secret: 's1',
      greets: true,
      quietMs: 50,
    };
    const { replies, steps } = await talk(channel, [
      '- hello:\n  - prompt: You said hello\n  - buttons[0].title: "Yes"',
    ]);
    expect(replies).toEqual([['passed', 'You said hello']]);
    expect(steps[0]?.reply).toMatchObject({
      buttons: [{ title: 'Yes', value: 'yes' }, { title: 'Open' }],
      attachments: [{ type: 'application/vnd.microsoft.card.hero', title: 'Card' }],
    });
    expect(service.tokens.slice(0, 2)).toEqual(['Bearer s1', 'Bearer t1']);
  });

  it('is spoken without a token, and with a null for what an activity does not hold', async () => {
    await using service = await serveDirectLine({ hasStream, isSparse: true });
    const url = `http://127.0.0.1:${service.port}/`;
    const channel = { kind: 'directline', url, secret: '{{secret}}', greets: true, quietMs: 50 };
    const { result } = await runText(
      `configuration: ${JSON.stringify({ channel, variables: { secret: 's1' } })}\n---\n- test: A\n- hello: You said hello`,
    );
    expect(result.tests[0]?.failure).toBeUndefined();
    expect(new Set(service.tokens)).toEqual(new Set(['Bearer s1']));
  });

  it('says what to look at when the secret is wrong', async () => {
    await using service = await serveDirectLine({ hasStream });
    const channel = {
      kind: 'directline',
      url: `http://127.0.0.1:${service.port}`,
      secret: 'wrong',
    };
    expect((await talk(channel, ['- a: b'])).failure).toMatchObject({
      class: 'configuration',
      code: 'http-status',
      hint: expect.stringContaining('does not allow this request'),
    });
  });
});

describe('chat completions', () => {
  const serveModel = (bodies: unknown[], isStreaming: boolean) =>
    serveHttp(async (request, response) => {
      const body = (await json(request)) as { messages: { content: string }[] };
      bodies.push({ ...body, authorization: request.headers.authorization });
      const content = `I heard ${body.messages.at(-1)?.content}`;
      if (!isStreaming) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
        return;
      }
      response
        .writeHead(200, stream)
        .write(event('{"choices":[{"delta":{"role":"assistant","content":null}}]}'));
      for (const piece of content.split(/(?= )/)) {
        response.write(event(JSON.stringify({ choices: [{ delta: { content: piece } }] })));
      }
      response.end(event('{"choices":[],"usage":{}}') + event('[DONE]'));
    });

  it.each([true, false])('are read piece by piece: %s', async (isStreaming) => {
    const bodies: unknown[] = [];
    await using model = await serveModel(bodies, isStreaming);
    const channel = {
      kind: 'openai',
      url: `http://127.0.0.1:${model.port}/v1/chat/completions`,
      model: 'small',
      system: 'Be brief.',
      headers: { authorization: 'Bearer key' },
    };
    const { replies } = await talk(channel, ['- hello: I heard hello', '- bye: I heard bye']);
    expect(replies).toEqual([
      ['passed', 'I heard hello'],
      ['passed', 'I heard bye'],
    ]);
    expect(bodies[1]).toEqual({
      model: 'small',
      stream: true,
      authorization: 'Bearer key',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'I heard hello' },
        { role: 'user', content: 'bye' },
      ],
    });
  });

  it.each([
    ['openai', { model: 'small' }, { choices: [{ delta: { content: 'I can' } }] }],
    ['sse', { pieces: true }, { text: 'I can' }],
  ])('are not judged while they are still being said: %s', async (kind, settings, piece) => {
    await using model = await serveHttp((request, response) => {
      const say = () => response.write(event(JSON.stringify(piece)));
      response.writeHead(200, stream);
      say();
      if (request.url === '/done') return void response.write(event('[DONE]'));
      const saying = setInterval(say, 20);
      response.on('close', () => clearInterval(saying));
    });
    const channel = { kind, url: `http://127.0.0.1:${model.port}/`, ...settings };
    const step = '- can you:\n  - set replyTimeout: 0.3\n  - prompt: I can';
    expect((await talk(channel, [step])).failure).toMatchObject({
      class: 'silent',
      code: 'reply-timeout',
    });
    const { replies } = await talk({ ...channel, url: `${channel.url}done` }, [step]);
    expect(replies).toEqual([['passed', 'I can']]);
  });

  it('are whole once nothing follows for half of a time too short for the usual quiet', async () => {
    await using bot = await serveHttp((_, response) => {
      response.writeHead(200, stream).write(event('{"text": "I "}') + event('{"text": "can"}'));
    });
    const channel = { kind: 'sse', url: `http://127.0.0.1:${bot.port}/`, pieces: true };
    const { replies } = await talk(channel, [
      '- can you:\n  - set replyTimeout: 1\n  - prompt: I can',
    ]);
    expect(replies).toEqual([['passed', 'I can']]);
  });

  it('of a model that fails or is none end with an error of their own', async () => {
    await using model = await serveHttp((request, response) => {
      if (request.url === '/none') return void response.end('{"text": "hi"}');
      response.writeHead(200, stream).end(event('{"error": {"message": "overloaded"}}'));
    });
    const channel = { kind: 'openai', url: `http://127.0.0.1:${model.port}/`, model: 'small' };
    expect((await talk(channel, ['- a: b'])).failure).toMatchObject({
      code: 'model-failed',
      message: 'The model failed: overloaded',
    });
    const none = { ...channel, url: `${channel.url}none` };
    expect((await talk(none, ['- a: b'])).failure).toMatchObject({ code: 'malformed-answer' });
  });
});

describe('Socket.IO', () => {
  async function serveSocketIo() {
    const http = createServer();
    const io = new Server(http);
    io.of('/bank').use((socket, next) =>
      next(socket.handshake.auth.token === 'secret' ? undefined : new Error('unauthorized')),
    );
    io.of('/bank').on('connection', (socket) => {
      socket.emit('reply', { text: 'Welcome' });
      socket.on('say', ({ text, conversationId }) => {
        socket.emit('reply', { text: `You said ${text}`, buttons: ['A'], conversationId });
        if (text === 'bye') socket.disconnect();
      });
    });
    return listening(http);
  }

  const channelTo = (port: number, token = 'secret') => ({
    kind: 'socketio',
    url: `http://127.0.0.1:${port}/bank`,
    auth: { token },
    sends: 'say',
    hears: 'reply',
    quietMs: 50,
  });

  it('is spoken by events of any name, in a namespace, with credentials', async () => {
    await using server = await serveSocketIo();
    const { replies, failure } = await talk(channelTo(server.port), [
      '- $OPEN: Welcome',
      '- hello: You said hello',
      '- bye: You said bye',
      '- anyone: there',
    ]);
    expect(replies?.slice(0, 3)).toEqual([
      ['passed', 'Welcome'],
      ['passed', 'You said hello'],
      ['passed', 'You said bye'],
    ]);
    expect(failure).toMatchObject({ code: 'connection-closed' });
  });

  it('knows by its number a reply that is late for its step', async () => {
    const http = createServer();
    new Server(http).on('connection', (socket) => {
      const late: object[] = [];
      socket.on('message', ({ text, id }) => {
        const reply = { text: `You said ${text}`, to: text === 'last' ? null : id };
        if (text === 'slow') late.push(reply);
        else for (const one of [...late.splice(0), reply]) socket.emit('message', one);
      });
    });
    await using server = await listening(http);
    const { replies } = await talk(
      {
        kind: 'socketio',
        url: `http://127.0.0.1:${server.port}/`,
        request: '{"text": "{{text}}", "id": "{{messageId}}"}',
        replies: { inReplyTo: 'to' },
        quietMs: 50,
      },
      ['- slow:\n  - no reply within 100ms', '- fast: You said fast', '- last: You said last'],
    );
    expect(replies).toEqual([
      ['passed', undefined],
      ['passed', 'You said fast'],
      ['passed', 'You said last'],
    ]);
  });

  it('hears a reply that names nothing, and several of which one answers', async () => {
    const http = createServer();
    new Server(http).on('connection', (socket) => {
      socket.on('message', ({ text, id }) => {
        if (text === 'first') socket.emit('message', [{ text: 'No id', to: null }]);
        else
          socket.emit('message', [
            { text: 'Late', to: '1' },
            { text: 'In time', to: id },
          ]);
      });
    });
    await using server = await listening(http);
    const { replies } = await talk(
      {
        kind: 'socketio',
        url: `http://127.0.0.1:${server.port}/`,
        request: '{"text": "{{text}}", "id": "{{messageId}}"}',
        replies: { inReplyTo: '[*].to' },
        quietMs: 50,
      },
      ['- first: No id', '- second: In time'],
    );
    expect(replies).toEqual([
      ['passed', 'No id'],
      ['passed', 'Late\nIn time'],
    ]);
  });

  it('refuses wrong credentials in the words of the bot', async () => {
    await using server = await serveSocketIo();
    expect((await talk(channelTo(server.port, 'wrong'), ['- a: b'])).failure).toMatchObject({
      class: 'configuration',
      code: 'refused',
      message: 'The bot refused the conversation: unauthorized.',
    });
  });

  it('is closed where the greeting cannot be understood', async () => {
    const http = createServer();
    const closed = Promise.withResolvers<void>();
    new Server(http).on('connection', (socket) => {
      socket.on('disconnect', () => closed.resolve());
      socket.emit('message', '{broken');
    });
    await using server = await listening(http);
    const url = `http://127.0.0.1:${server.port}/`;
    const { failure } = await talk({ kind: 'socketio', url, greets: true }, ['- hello']);
    expect(failure).toMatchObject({ code: 'malformed-answer' });
    await closed.promise;
  });

  it('is missed where something else listens, or nothing', async () => {
    await using server = await serveHttp((_, response) => response.end('hi'));
    expect((await talk(channelTo(server.port), ['- a: b'])).failure?.code).toBe('malformed-answer');
    expect((await talk(channelTo(1), ['- a: b'])).failure?.code).toBe('connection-refused');
    const metadata = { ...channelTo(80), url: 'http://169.254.169.254/' };
    expect((await talk(metadata, ['- a: b'])).failure?.code).toBe('egress-refused');
  });
});

describe.each(['websocket', 'socketio'])('a template of a %s', (kind) => {
  async function serveEcho() {
    const http = createServer();
    if (kind === 'socketio') {
      new Server(http).on('connection', (socket) => {
        socket.on('message', (heard) => socket.emit('message', { text: JSON.stringify(heard) }));
      });
    } else {
      new WebSocketServer({ server: http }).on('connection', (socket) => {
        socket.on('message', (frame) => {
          const heard = String(frame);
          socket.send(JSON.stringify({ text: JSON.stringify(parsedIfJson(heard)) }));
        });
      });
    }
    return listening(http);
  }

  function parsedIfJson(heard: string): unknown {
    try {
      return JSON.parse(heard);
    } catch {
      return heard;
    }
  }

  it.each([
    ['{{text}}', 'say "hi"', 'say "hi"'],
    ['{{text}} from {{name}}', 'say "hi"', 'say "hi" from {{name}}'],
    [' {"text": "{{text}}", "id": {{messageId}}}', 'say "hi"', { text: 'say "hi"', id: 1 }],
    ['["{{text}}"]', 'say "hi"', ['say "hi"']],
    ['"{{text}}"', 'say "hi"', 'say "hi"'],
    ['["{{text}}", {{messageId}}]', 'say "hi"', ['say "hi"', 1]],
    ['<{{text}}>', 'say "hi"', '<say "hi">'],
    ['"{{text}}" and "{{name}}"', 'hi', '"hi" and "{{name}}"'],
    ['[info] {{text}} [end]', 'say "hi"', '[info] say "hi" [end]'],
    ['[{{text}}]', 'say "hi"', '[say "hi"]'],
  ])('%s sends what is said as what it stands for', async (request, said, heard) => {
    await using server = await serveEcho();
    const scheme = kind === 'socketio' ? 'http' : 'ws';
    const url = `${scheme}://127.0.0.1:${server.port}/`;
    const { steps, failure } = await talk({ kind, url, request, quietMs: 30 }, [`- '${said}'`]);
    expect(failure).toBeUndefined();
    expect(JSON.parse(steps[0]?.reply?.text ?? '')).toEqual(heard);
  });
});

it.each(['{"text": "hi"}', '["hi"]', '"hi"', 'hi'])(
  'a byte order mark before an answer is no part of it: %s',
  async (answer) => {
    await using bot = await serveHttp((_, response) => response.end(`\ufeff${answer}`));
    const channel = { kind: 'http', url: `http://127.0.0.1:${bot.port}/` };
    const { replies } = await talk(channel, ['- hello:\n  - prompt == hi']);
    expect(replies).toEqual([['passed', 'hi']]);
  },
);
