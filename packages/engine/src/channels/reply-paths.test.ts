import { createServer } from 'node:http';
import type { Json } from '@parley/suite';
import { Server as SocketIoServer } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { runText } from '../test/run-text.ts';
import { listening, serveHttp, serveWebSocket, type TestServer } from '../test/servers.ts';
import { likelyTexts } from './likely-texts.ts';
import { endsEmpty } from './reply-paths.ts';

interface Kind {
  /** Serves a bot that sends the first list of answers for the first message, the second list for the next one, and so on. */
  serve(turns: Json[][]): Promise<TestServer>;
  channel(port: number): object;
}

const kinds: Record<string, Kind> = {
  http: {
    serve(turns) {
      let asked = 0;
      return serveHttp((_, response) => response.end(textOf(turns[asked++]?.[0] ?? '')));
    },
    channel: (port) => ({ kind: 'http', url: `http://127.0.0.1:${port}/` }),
  },
  'http that is asked': {
    serve(turns) {
      let asked = 0;
      const answers: Json[] = [];
      return serveHttp((request, response) => {
        if (request.method === 'GET') return response.end(JSON.stringify(answers.shift() ?? {}));
        answers.push(...(turns[asked++] ?? []));
        return response.writeHead(202).end('{"status": "ok", "note": "We have it."}');
      });
    },
    channel(port) {
      const url = `http://127.0.0.1:${port}/`;
      return { kind: 'http', url, poll: url, pollMs: 100, quietMs: 120 };
    },
  },
  websocket: {
    serve(turns) {
      let asked = 0;
      return serveWebSocket({
        hear(_, socket) {
          for (const answer of turns[asked++] ?? []) socket.send(textOf(answer));
        },
      });
    },
    channel: (port) => ({ kind: 'websocket', url: `ws://127.0.0.1:${port}/`, quietMs: 40 }),
  },
  socketio: {
    serve(turns) {
      let asked = 0;
      const server = createServer();
      new SocketIoServer(server).on('connection', (socket) =>
        socket.on('message', () => {
          for (const answer of turns[asked++] ?? []) socket.emit('message', answer);
        }),
      );
      return listening(server);
    },
    channel: (port) => ({ kind: 'socketio', url: `http://127.0.0.1:${port}/`, quietMs: 40 }),
  },
  'sse, a stream for each answer': {
    serve(turns) {
      let asked = 0;
      return serveHttp((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const answer of turns[asked++] ?? []) response.write(`data: ${textOf(answer)}\n\n`);
        response.end();
      });
    },
    channel: (port) => ({ kind: 'sse', url: `http://127.0.0.1:${port}/` }),
  },
  'sse, one stream': {
    serve(turns) {
      let asked = 0;
      let say = (_: string) => {};
      return serveHttp((request, response) => {
        if (request.method === 'GET') {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
          say = (text) => response.write(`data: ${text}\n\n`);
          return;
        }
        response.writeHead(204).end();
        for (const answer of turns[asked++] ?? []) say(textOf(answer));
      });
    },
    channel(port) {
      const url = `http://127.0.0.1:${port}/`;
      return { kind: 'sse', url, stream: url, quietMs: 40 };
    },
  },
};

const textOf = (answer: Json) => (typeof answer === 'string' ? answer : JSON.stringify(answer));

interface Talk {
  replies?: object;
  steps?: string[];
  more?: object;
}

async function talk(
  kind: string,
  turns: Json[][],
  { replies, steps = ['- hello'], more }: Talk = {},
) {
  const { serve, channel } = kinds[kind] as Kind;
  await using bot = await serve(turns);
  const configuration = {
    channel: { ...channel(bot.port), ...(replies && { replies }), ...more },
    replyTimeout: 2,
  };
  const { result } = await runText(
    `${JSON.stringify({ configuration })}\n---\n${['- test: A', ...steps].join('\n')}`,
  );
  const [test] = result.tests;
  return {
    steps: test?.steps ?? [],
    failure: test?.failure,
    texts: test?.steps.map(({ reply }) => reply?.text),
    ends: test?.steps.map(({ outcome, failure }) => failure?.code ?? outcome),
  };
}

const all = Object.keys(kinds);
const wholeTurns = ['http', 'sse, a stream for each answer'];

describe.each(all)('over %s', (kind) => {
  /** Seconds to wait, which only pass completely if nothing ends a turn. */
  const patience = wholeTurns.includes(kind) ? 2 : 0.15;

  it('a path that leads nowhere in a whole turn is an error that names those that are there', async () => {
    for (const replies of [
      { list: 'ouptut', text: 'say' },
      { list: 'output', text: 'sya' },
      { text: 'sya' },
    ]) {
      const { failure } = await talk(kind, [[{ output: [{ say: 'It failed.' }] }]], {
        replies,
        steps: [`- hello:\n  - set replyTimeout: ${patience}`],
      });
      expect(failure).toMatchObject({
        class: 'configuration',
        code: 'reply-not-found',
        message: expect.stringContaining('output[*].say'),
        hint: expect.stringContaining('replies: { text: "output[*].say" }'),
      });
      const [wrong] = Object.values(replies).filter((path) => !['say', 'output'].includes(path));
      expect(failure?.message).toContain(`"${wrong}"`);
    }
  });

  it('so that neither silence nor what must not be said holds by it', async () => {
    const { ends } = await talk(kind, [[{ output: 'It failed.' }], [{ output: 'It failed.' }]], {
      replies: { list: 'ouptut' },
      steps: [`- hello:\n  - no reply within ${patience}s`],
    });
    expect(ends).toEqual(['reply-not-found']);
  });

  it('a text at a path of its own needs no list', async () => {
    const { texts, ends } = await talk(
      kind,
      [[{ say: 'Hello', buttons: ['Yes'] }], [{ output: [{ body: 'one' }, { body: 'two' }] }]],
      {
        replies: { text: 'say' },
        steps: ['- hello:\n  - prompt === Hello\n  - buttons: "Yes"'],
      },
    );
    expect([texts, ends]).toEqual([['Hello'], ['passed']]);
    const several = await talk(kind, [[{ output: [{ body: 'one' }, { body: 'two' }] }]], {
      replies: { text: 'output[*].body' },
      steps: ['- hello:\n  - messages[0] === one\n  - messages[1] === two'],
    });
    expect(several.ends).toEqual(['passed']);
  });

  it('a text in a list that is found by its name is found there first', async () => {
    const { texts } = await talk(
      kind,
      [[{ say: 'no', messages: [{ say: 'one' }, { say: 'two' }] }]],
      {
        replies: { text: 'say' },
      },
    );
    expect(texts).toEqual(['one\ntwo']);
  });

  it('one message of a turn with a text is enough', async () => {
    const { texts, ends } = await talk(
      kind,
      [[{ output: [{ kind: 'card', title: 'Pick one' }, { say: 'Hello' }] }]],
      { replies: { list: 'output', text: 'say' } },
    );
    expect([texts, ends]).toEqual([['\nHello'], ['passed']]);
  });

  it('a reply of buttons or pictures alone needs no text', async () => {
    const replies: Json[] = [{ buttons: ['Yes'] }, { image: 'https://shop.example/map.png' }];
    for (const reply of replies) {
      const { ends } = await talk(kind, [[{ output: [reply] }]], {
        replies: { list: 'output', text: 'say' },
      });
      expect(ends).toEqual(['passed']);
    }
  });

  it('a reply without a text, where texts were found before, is a reply without a text', async () => {
    const { ends } = await talk(
      kind,
      [[{ output: [{ say: 'Hello' }] }], [{ output: [{ kind: 'card', title: 'Pick one' }] }]],
      { replies: { list: 'output', text: 'say' }, steps: ['- hello', '- cards'] },
    );
    expect(ends).toEqual(['passed', 'passed']);
  });
});

describe.each(wholeTurns)('over %s an answer that says that it holds no reply', (kind) => {
  it.each<[string, Json, object]>([
    ['an empty list', { output: [] }, { list: 'output[*]', text: 'say' }],
    ['an empty list by its name', { messages: [] }, { text: 'say' }],
    ['nothing in the place of the list', { output: null }, { list: 'output' }],
    ['nothing above the list', { data: null }, { list: 'data.output[*]' }],
    ['an empty text', { output: [{ say: '' }] }, { list: 'output', text: 'say' }],
    ['nothing in the place of the text', { say: null }, { text: 'say' }],
    ['an empty text of its own', { say: '' }, { text: 'say' }],
    ['an object without anything', {}, { list: 'output' }],
    [
      'a typing sign in the list',
      { output: [{ type: 'typing' }] },
      { list: 'output', text: 'say' },
    ],
  ])('is an empty reply: %s', async (_, answer, replies) => {
    const { texts, ends } = await talk(kind, [[answer]], { replies });
    expect([texts, ends]).toEqual([[''], ['passed']]);
  });
});

describe.each(['websocket', 'socketio', 'sse, one stream'])('over %s', (kind) => {
  it('signs and acknowledgements are no replies that a path misses', async () => {
    const signs: Json[] = [
      { type: 'typing' },
      { output: [{ type: 'typing', on: true }] },
      { status: 'received', id: 'm-17' },
      { tool: { name: 'look_up', text: 'Looking it up' }, ts: '2026-01-01T00:00:00Z' },
    ];
    const { ends } = await talk(kind, [signs, signs, [...signs, { output: [{ say: 'Hello' }] }]], {
      replies: { list: 'output', text: 'say' },
      steps: [
        '- hello:\n  - no reply within 60ms',
        '- hello:\n  - set replyTimeout: 0.06',
        '- hello: Hello',
      ],
    });
    expect(ends).toEqual(['passed', 'reply-timeout', 'passed']);
  });

  it('what is not there is no reply once something was', async () => {
    const { ends } = await talk(kind, [[{ say: 'Hello' }], [{ note: 'Still working on it' }]], {
      replies: { text: 'say' },
      steps: ['- hello: Hello', '- and now?:\n  - no reply within 60ms'],
    });
    expect(ends).toEqual(['passed', 'passed']);
  });
});

describe('pieces of a message', () => {
  const kind = 'sse, a stream for each answer';
  const pieces: Json[] = [
    { type: 'start', message: { role: 'assistant' } },
    { type: 'delta', delta: { text: 'Hel' } },
    { type: 'ping' },
    { type: 'delta', delta: { text: '' } },
    { type: 'delta', delta: { text: 'lo' } },
    { type: 'stop' },
    '[DONE]',
  ];

  it('are read by the path of their text alone', async () => {
    const { texts, steps } = await talk(kind, [pieces], {
      replies: { text: 'delta.text' },
      more: { pieces: true },
    });
    expect(texts).toEqual(['Hello']);
    expect(steps[0]?.reply?.events?.map(({ data }) => (data as { type: string }).type)).toEqual([
      'start',
      'ping',
      'delta',
      'stop',
    ]);
  });

  it.each<[string, object | undefined]>([
    ['by a path', { text: 'delta.txt' }],
    ['by a path to a list', { list: 'delta', text: 'txt' }],
    ['by the names that bots commonly use', undefined],
  ])('of which none is read are an error: %s', async (_, replies) => {
    const { failure } = await talk(kind, [pieces], {
      ...(replies && { replies }),
      more: { pieces: true },
    });
    expect(failure).toMatchObject({ code: 'reply-not-found' });
    expect(failure?.message).toContain('delta.text');
  });

  it('that say nothing but that somebody works are an empty reply, as they were', async () => {
    const { texts } = await talk(kind, [[{ type: 'ping' }, { type: 'stop' }, '[DONE]']], {
      replies: { text: 'delta.text' },
      more: { pieces: true },
    });
    expect(texts).toEqual(['']);
  });
});

describe('without paths', () => {
  it('replies whose texts have a name that nobody told are an error', async () => {
    const { failure } = await talk('http', [
      [{ messages: [{ role: 'bot', content: 'It failed.' }] }],
    ]);
    expect(failure).toMatchObject({ class: 'configuration', code: 'reply-not-found' });
    expect(failure?.message).toBe(
      'The bot\'s replies have no "text". Texts were found at messages[*].content.',
    );
  });

  it('an answer without any of the names says where its texts are', async () => {
    const { failure } = await talk('http', [[{ data: { 'the answer': 'It failed.' } }]]);
    expect(failure?.message).toBe(
      "The bot's answer has none of replies, messages, reply, text, response. Texts were found at data['the answer'].",
    );
  });

  it('a text by itself is a reply, whatever the path of texts in others', async () => {
    const { texts } = await talk('http', [['Hello']], { replies: { text: 'say' } });
    expect(texts).toEqual(['Hello']);
    const { failure } = await talk('http', [['Hello']], { replies: { list: 'output' } });
    expect(failure?.hint).toContain('Remove "replies"');
  });
});

describe('likelyTexts', () => {
  it('puts first what most looks like something said', () => {
    const answer: Json = {
      id: 'a-1',
      type: 'message',
      picture: 'https://shop.example/a.png',
      title: 'Pick one',
      data: [{ content: 'Hello' }, { content: 'you', 'odd key': 'a b' }],
      tool_calls: [{ function: { name: 'refund', arguments: 'all of it' } }],
    };
    expect(likelyTexts(answer).map(({ path }) => path)).toEqual([
      'data[*].content',
      'title',
      "data[*]['odd key']",
      'picture',
      'id',
      'type',
    ]);
  });

  it('looks at large answers in part', () => {
    const deep = { a: Array.from({ length: 100_000 }, () => ({ b: 'so long' })) };
    const startedAt = performance.now();
    expect(likelyTexts(deep)).toEqual([{ path: 'a[*].b', rank: 2 }]);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

describe('endsEmpty', () => {
  it.each<[string, Json, boolean]>([
    ['a.b', { a: {} }, true],
    ['a.b', { a: { c: 1 } }, false],
    ['a[*].b', { a: [] }, true],
    ['a[*].b', { a: [{ b: null }] }, true],
    ['a[*].b[*]', { a: [{ b: [] }, { b: [] }] }, true],
    ['a[*].b', { a: [{ c: 1 }] }, false],
    ['a[0]', { a: [] }, true],
    ['$', '', true],
    ['a', { b: '' }, false],
  ])('%s in %j: %s', (path, answer, isEmpty) => {
    expect(endsEmpty(path, answer)).toBe(isEmpty);
  });
});
