import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { startElizaBot } from '@parley/eliza-bot';
import type { RunEvent } from '@parley/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runText } from './test/run-text.ts';
import { serveHttp, serveTcp, serveWebSocket } from './test/servers.ts';

let bot: DemoBot;
beforeAll(async () => {
  bot = await startDemoBot();
});
afterAll(() => bot.close());

/** Makes the text of a suite with these configuration lines and tests. */
const suite = (lines: string[], ...tests: string[]) =>
  ['configuration:', ...lines.map((line) => `  ${line}`)].join('\n').concat('\n---\n') +
  tests.join('\n---\n');

const http = (port: number) => `channel: { kind: http, url: "http://127.0.0.1:${port}/" }`;
const webSocket = (port: number, more = 'quietMs: 30') =>
  `channel: { kind: websocket, url: "ws://127.0.0.1:${port}/", ${more} }`;

const bankTests = [
  `- test: Transfer
- $OPEN:
  - prompt: Welcome to Parley Bank
  - buttons[0].title: Balance
- I want to send money: Who do you want to send money to?
- "{{recipient}}": "How much do you want to send to {{recipient}}?"
- 50 dollars: Send $50.00 to Ada?
- yes: Done`,
  `- test: Block
- block my card: Shall I block it now?
- yes: is blocked`,
  `- test: Wrong
- opening hours: at the weekend only
- balance: Which account do you mean?`,
];

describe.each([
  ['HTTP', () => `channel: { kind: http, url: "${bot.url}" }`],
  [
    'WebSocket',
    () => `channel: { kind: websocket, url: "${bot.wsUrl}", greets: true, quietMs: 20 }`,
  ],
])('a suite against the demo bot over %s', (_, channel) => {
  it('passes where the bot says what is expected, and shows what it said where not', async () => {
    const { result } = await runText(
      suite([channel(), 'variables: { recipient: Ada }'], ...bankTests),
    );
    expect(result.tests.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Transfer', 'passed'],
      ['Block', 'passed'],
      ['Wrong', 'failed'],
    ]);
    expect(result.status).toBe('failed');
    const [wrong, balance] = result.tests[2]?.steps ?? [];
    expect(wrong?.failure).toMatchObject({ class: 'wrong', code: 'mismatch' });
    expect(wrong?.reply?.text).toContain('Monday to Friday');
    expect(balance?.outcome).toBe('passed');
    expect(result.tests[0]?.steps[2]).toMatchObject({ sent: 'Ada', outcome: 'passed' });
  });
});

describe('a test in quarantine', () => {
  it('is carried out and shown as it went, but does not make the run fail', async () => {
    const source = suite([`channel: { kind: http, url: "${bot.url}" }`], ...bankTests.slice(1));
    const { result } = await runText(source, { quarantined: new Set(['Wrong']) });
    expect(result.status).toBe('passed');
    expect(result.tests[1]).toMatchObject({ outcome: 'failed', isQuarantined: true });
    expect(result.counts).toMatchObject({ passed: 1, failed: 0, quarantined: 1 });
    const other = await runText(source, { quarantined: new Set(['Block']) });
    expect(other.result.status).toBe('failed');
  });
});

describe('a bot with a shape of its own', () => {
  it('is reached by templates and paths of the suite', async () => {
    const eliza = await startElizaBot({ isPredictable: true });
    const { result } = await runText(
      suite(
        [
          'channel:',
          '  kind: http',
          `  url: ${eliza.url}`,
          `  request: '{"message": "{{text}}", "session": "{{conversationId}}"}'`,
          '  replies: { list: output, text: say }',
        ],
        `- test: Talk
- $OPEN: [tell me, troubling]
- 'I am "very" sad': [I am sorry to hear, sad]
- bye: Goodbye`,
      ),
    );
    await eliza.close();
    expect(result.tests[0]?.steps.map(({ outcome, reply }) => [outcome, reply?.text])).toEqual([
      ['passed', expect.any(String)],
      ['passed', expect.any(String)],
      ['passed', expect.any(String)],
    ]);
  });

  it('is answered in its own words when no reply can be found', async () => {
    await using server = await serveHttp((_, response) => response.end('{"output": "hi"}'));
    const { result } = await runText(suite([http(server.port)], '- test: A\n- hello: hi'));
    expect(result.tests[0]?.failure).toMatchObject({
      class: 'configuration',
      code: 'reply-not-found',
    });
  });
});

describe('a turn', () => {
  it('is everything that the bot says until it is quiet', async () => {
    await using server = await serveWebSocket({
      hear(_, socket) {
        socket.send('{"type": "typing"}');
        socket.send('{"text": "one", "buttons": ["a"]}');
        setTimeout(() => socket.send('{"text": "two", "quickReplies": [{"label": "b"}]}'), 5);
        setTimeout(() => socket.send('three'), 10);
      },
    });
    const { result } = await runText(
      suite([webSocket(server.port, 'quietMs: 100')], '- test: A\n- hello: one'),
    );
    expect(result.tests[0]?.steps[0]?.reply).toMatchObject({
      text: 'one\ntwo\nthree',
      messages: ['one', 'two', 'three'],
      buttons: [{ title: 'a' }, { title: 'b' }],
    });
  });

  it('that begins too late fails its own step and no other', async () => {
    await using server = await serveWebSocket({
      hear: (text, socket) => {
        setTimeout(() => socket.send(`you said ${text}`), text === 'slow' ? 300 : 0);
      },
    });
    const { result } = await runText(
      suite([webSocket(server.port), 'replyTimeout: 0.2'], '- test: A\n- slow: slow\n- fast: fast'),
    );
    const [slow, fast] = result.tests[0]?.steps ?? [];
    expect(slow).toMatchObject({
      outcome: 'failed',
      failure: { class: 'silent', code: 'reply-late' },
      reply: { text: 'you said slow' },
    });
    expect(fast).toMatchObject({ outcome: 'passed', reply: { text: 'you said fast' } });
  });

  it('that names the message it answers never counts for a later step', async () => {
    await using server = await serveWebSocket({
      hear: (text, socket) => {
        const [id, ...words] = text.split(' ');
        const answer = JSON.stringify({ text: `you said ${words.join(' ')}`, replyTo: id });
        setTimeout(() => socket.send(answer), words[0] === 'slow' ? 450 : 100);
      },
    });
    const channel = webSocket(
      server.port,
      `quietMs: 10, request: '{"text": "{{messageId}} {{text}}"}', replies: { inReplyTo: replyTo }`,
    );
    const { result } = await runText(
      suite([channel, 'replyTimeout: 0.2'], '- test: A\n- slow: slow\n- fast: fast\n- last: last'),
    );
    expect(result.tests[0]?.steps.map(({ outcome, reply }) => [outcome, reply?.text])).toEqual([
      ['failed', undefined],
      ['passed', 'you said fast'],
      ['passed', 'you said last'],
    ]);
  });

  it('can be awaited without saying anything', async () => {
    await using server = await serveWebSocket({
      greet: (socket) => socket.send('welcome'),
      hear: (_, socket) => {
        socket.send('got it');
        setTimeout(() => socket.send('are you still there?'), 80);
        setTimeout(() => socket.send('goodbye'), 200);
      },
    });
    const { result } = await runText(
      suite(
        [webSocket(server.port, 'quietMs: 20')],
        `- test: A
- $OPEN: welcome
- hello: got it
- $PAUSE 0.12: still there
- $SILENCE: goodbye
- $PAUSE 0.01`,
      ),
    );
    expect(result.tests[0]?.steps.map(({ reply }) => reply?.text)).toEqual([
      'welcome',
      'got it',
      'are you still there?',
      'goodbye',
      undefined,
    ]);
    expect(result.status).toBe('passed');
  });

  it('that ends with a goodbye in a pause has been heard', async () => {
    await using server = await serveWebSocket({
      hear(_, socket) {
        socket.send('hold on');
        setTimeout(() => {
          socket.send('time is up, goodbye');
          socket.close();
        }, 100);
      },
    });
    const { result } = await runText(
      suite(
        [webSocket(server.port)],
        '- test: A\n- hi: hold on\n- $PAUSE 0.4: goodbye\n- $PAUSE 0.1',
      ),
    );
    expect(result.tests[0]?.steps.map(({ outcome, failure }) => [outcome, failure?.code])).toEqual([
      ['passed', undefined],
      ['passed', undefined],
      ['error', 'connection-closed'],
    ]);
  });

  it('without a word fails as silent, unless silence is what is expected', async () => {
    await using server = await serveWebSocket({});
    const { result } = await runText(
      suite(
        [webSocket(server.port), 'replyTimeout: 0.05'],
        `- test: A
- hello: hi
- hello:
  - prompt != hi
  - latency !> 500
- hello
- hello:
  - no reply
- hello: null
- $PAUSE 0.01:
  - prompt != hi`,
      ),
    );
    expect(result.tests[0]?.steps.map(({ outcome, failure }) => [outcome, failure?.code])).toEqual([
      ['failed', 'reply-timeout'],
      ['failed', 'reply-timeout'],
      ['failed', 'reply-timeout'],
      ['passed', undefined],
      ['passed', undefined],
      ['passed', undefined],
    ]);
  });

  it.each([
    ['', '- prompt != sorry', 'reply-empty'],
    ['[]', '- messages[0] != sorry\n  - latency < 10s', 'reply-empty'],
    ['{"messages": []}', '- prompt != sorry\n  - error not exists', 'reply-empty'],
    ['{"messages": []}', '- error not exists', undefined],
    ['{"messages": [], "intent": "bye"}', '- prompt != sorry\n  - intent: bye', undefined],
    ['{"messages": [{"buttons": ["Yes"]}]}', '- prompt != sorry', undefined],
    ['', '- messages not exists', undefined],
    ['', '- no reply\n  - prompt != sorry', undefined],
  ])(
    'that is "%s" is no answer where its words alone are judged: %s',
    async (answer, asked, code) => {
      await using server = await serveHttp((_, response) => response.end(answer));
      const { result } = await runText(suite([http(server.port)], `- test: A\n- hi:\n  ${asked}`));
      expect(result.tests[0]?.steps[0]?.failure?.code).toBe(code);
    },
  );

  it('that comes too late is late also where it must not hold something', async () => {
    await using server = await serveWebSocket({
      hear: (_, socket) => setTimeout(() => socket.send('sorry, error'), 1_200),
    });
    const { result } = await runText(
      suite([webSocket(server.port), 'replyTimeout: 1'], '- test: A\n- hi:\n  - prompt != sorry'),
    );
    expect(result.tests[0]?.steps[0]).toMatchObject({
      outcome: 'failed',
      failure: { code: 'reply-late' },
      reply: { text: 'sorry, error' },
    });
  });

  it('that comes after a time in which silence is expected does no harm', async () => {
    await using server = await serveWebSocket({
      hear: (_, socket) => setTimeout(() => socket.send('hi'), 150),
    });
    const { result } = await runText(
      suite([webSocket(server.port)], '- test: A\n- hello:\n  - no reply within 100ms\n- $OPEN'),
    );
    expect(result.tests[0]?.steps[0]).toMatchObject({ outcome: 'passed' });
  });

  it('of a kind that the channel cannot carry is an error of the suite', async () => {
    const { result } = await runText(
      suite([`channel: { kind: http, url: "${bot.url}" }`], '- test: A\n- $12#: hi\n- hello: hi'),
    );
    expect(result.tests[0]).toMatchObject({
      outcome: 'error',
      failure: { class: 'configuration', code: 'unsupported-input' },
    });
    expect(result.tests[0]?.steps[1]?.outcome).toBe('pending');
  });
});

describe('settings of a step', () => {
  it('may come from variables', async () => {
    await using server = await serveHttp((_, response) => response.end('Which one, please?'));
    const { result } = await runText(
      suite(
        [http(server.port), 'variables: { on: true, low: 0.5, max: 60000 }'],
        `- test: A
- a:
  - set lenient: "{{on}}"
  - prompt: which one please
  - latency < {{max}}
- b:
  - set fuzzyThreshold: "{{low}}"
  - prompt ~~ which two planes
- c:
  - prompt ~~ which two planes`,
      ),
    );
    expect(result.tests[0]?.steps.map(({ outcome }) => outcome)).toEqual([
      'passed',
      'passed',
      'failed',
    ]);
  });

  it('do not move the threshold beyond what a configuration allows', async () => {
    await using server = await serveHttp((_, response) => response.end('Which one, please?'));
    const { result } = await runText(
      suite(
        [http(server.port)],
        `- test: A
- a:
  - set fuzzyThreshold: -1
  - prompt ~~ goodbye
- b:
  - set fuzzyThreshold: 80
  - prompt ~~ which one please`,
      ),
    );
    expect(result.tests[0]?.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  });
});

describe('the time of a step', () => {
  it('is in seconds or has its unit, also where it comes from a variable', async () => {
    await using server = await serveWebSocket({});
    const { result } = await runText(
      suite(
        [webSocket(server.port), 'variables: { time: 300ms }'],
        `- test: A
- a:
  - set replyTimeout: 0.1
- b:
  - set replyTimeout: 200ms
- c:
  - set listeningTimeout: "{{time}}"
- d:
  - set replyTimeout: 0.4s`,
      ),
    );
    expect(result.tests[0]?.steps.map(({ failure }) => failure?.message)).toEqual(
      ['0.1', '0.2', '0.3', '0.4'].map((time) => `The bot did not answer within ${time} s.`),
    );
  });
});

describe('branches', () => {
  const channel = () => `channel: { kind: http, url: "${bot.url}" }`;
  const played = (events: RunEvent[]) =>
    events.flatMap((event) => (event.type === 'step.started' ? [event.step] : []));

  it('jump to a label or leave, as the reply says', async () => {
    const { events, result } = await runText(
      suite(
        [channel()],
        `- test: A
- balance:
  - prompt: Which account goto choose
- this is jumped over: never
- savings:
  - label: choose
  - prompt: $9,310.00
  - exit
- nor is this said: never`,
      ),
    );
    expect(played(events)).toEqual([0, 2]);
    expect(result.status).toBe('passed');
  });

  it('hold or not by the settings of their step', async () => {
    await using server = await serveHttp((_, response) => response.end('Which one, please?'));
    const { events } = await runText(
      suite(
        [http(server.port)],
        `- test: A
- hello:
  - set lenient: true
  - which one please goto choose
- this is jumped over: never
- choose`,
      ),
    );
    expect(played(events)).toEqual([0, 2]);
  });

  it('that go round for ever are ended', async () => {
    const { result } = await runText(
      suite([channel()], '- test: A\n- hours:\n  - prompt: open goto hours'),
    );
    expect(result.tests[0]?.failure).toMatchObject({ code: 'endless-loop' });
  });
});

describe('a run', () => {
  const endless = () =>
    suite(
      [`channel: { kind: http, url: "${bot.url}?delayMs=30000" }`],
      '- test: A\n- hello: hi',
      '- test: B\n- hello: hi',
    );

  it('ends each test at its first failure where the suite wants that', async () => {
    const { result } = await runText(
      suite(
        [`channel: { kind: http, url: "${bot.url}" }`, 'stopOnFailure: true'],
        '- test: A\n- hello: nonsense\n- hello: Welcome',
      ),
    );
    expect(result.tests[0]?.steps.map(({ outcome }) => outcome)).toEqual(['failed', 'pending']);
  });

  it('holds a conversation to the time that its replies may take together', async () => {
    const { result } = await runText(
      suite(
        [`channel: { kind: http, url: "${bot.url}?delayMs=600" }`, 'latencyBudget: 1'],
        '- test: A\n- hello: Welcome',
        '- test: B\n- hello: Welcome\n- hello: Welcome',
      ),
    );
    expect(result.tests.map(({ outcome, failure }) => [outcome, failure?.code])).toEqual([
      ['passed', undefined],
      ['failed', 'latency-budget'],
    ]);
  });

  it('stops when it is cancelled, and says nothing of tests that did not end', async () => {
    const cancel = new AbortController();
    const { events, result } = await runText(endless(), {
      signal: cancel.signal,
      concurrency: 1,
      seen: (event) => event.type === 'step.started' && cancel.abort(),
    });
    expect(events.map(({ type }) => type)).toEqual([
      'run.started',
      'test.started',
      'step.started',
      'run.finished',
    ]);
    expect(result).toMatchObject({ status: 'cancelled', counts: { pending: 2 } });
  });

  it('stops at once also while the greeting is awaited', async () => {
    await using server = await serveWebSocket({
      greet: () => setTimeout(() => cancel.abort(), 50),
    });
    const cancel = new AbortController();
    const { result } = await runText(
      suite([webSocket(server.port, 'greets: true'), 'replyTimeout: 60'], '- test: A\n- hello'),
      { signal: cancel.signal },
    );
    expect(result).toMatchObject({ status: 'cancelled', counts: { pending: 1 } });
  });

  it('stops at once also where it is cancelled before a pause begins', async () => {
    const cancel = new AbortController();
    const { result } = await runText(
      suite([`channel: { kind: http, url: "${bot.url}" }`], '- test: A\n- $PAUSE 60'),
      {
        signal: cancel.signal,
        seen: (event) => event.type === 'step.started' && cancel.abort(),
      },
    );
    expect(result.status).toBe('cancelled');
  });

  it('is over when its time is', async () => {
    const { result } = await runText(endless(), { timeoutMs: 100 });
    expect(result).toMatchObject({ status: 'error', failure: { code: 'run-timeout' } });
    expect(result.counts.pending).toBe(2);
  });

  it('of a suite without a channel says what is missing', async () => {
    const { result } = await runText('- test: A\n- hello: hi');
    expect(result).toMatchObject({ status: 'error', failure: { code: 'no-channel' } });
  });

  it('that is taken up again runs what is not over, under new attempt numbers', async () => {
    const { events } = await runText(
      suite([`channel: { kind: http, url: "${bot.url}" }`], ...bankTests.slice(1)),
      { attempt: 2, alreadyFinished: new Map([[1, { outcome: 'failed' }]]) },
    );
    expect(events.map(({ type }) => type)).not.toContain('run.started');
    expect(events.filter((event) => event.type === 'test.started')).toMatchObject([
      { test: 0, attempt: 2 },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', status: 'failed' });
  });

  it('tries a test again when the cause lies outside of the bot, and keeps every attempt', async () => {
    let connections = 0;
    await using flaky = await serveTcp((socket) => {
      connections += 1;
      if (connections === 1) return void socket.destroy();
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'));
    });
    const source = suite([http(flaky.port), 'retries: 2'], '- test: A\n- hello: hi');
    const { events, result } = await runText(source);
    expect(
      events.flatMap((event) => (event.type === 'test.finished' ? [event] : [])),
    ).toMatchObject([
      { attempt: 1, outcome: 'error', failure: { code: 'connection-closed' } },
      { attempt: 2, outcome: 'passed' },
    ]);
    expect(result.status).toBe('passed');
  });

  it('never tries again what the bot answered wrongly', async () => {
    const { events } = await runText(
      suite([`channel: { kind: http, url: "${bot.url}" }`], '- test: A\n- hello: nonsense'),
      { retries: 2 },
    );
    expect(events.filter(({ type }) => type === 'test.started')).toHaveLength(1);
  });

  it('never tries again after a wrong answer, although the connection breaks behind it', async () => {
    let conversations = 0;
    await using flaky = await serveWebSocket({
      greet: () => {
        conversations += 1;
      },
      hear(text, socket) {
        if (conversations === 1 && text === 'two') socket.terminate();
        else socket.send(conversations === 1 ? 'nonsense' : 'right');
      },
    });
    const source = suite(
      [webSocket(flaky.port), 'retries: 2'],
      '- test: A\n- one: right\n- two: right',
    );
    const { result } = await runText(source);
    expect(conversations).toBe(1);
    expect(result.tests[0]).toMatchObject({
      outcome: 'failed',
      failure: { code: 'mismatch', remark: { code: 'connection-closed' } },
      steps: [{ failure: { code: 'mismatch' } }, { failure: { code: 'connection-closed' } }],
    });
  });

  it('never tries again after silence, although the connection breaks behind it', async () => {
    let conversations = 0;
    await using flaky = await serveWebSocket({
      greet: () => {
        conversations += 1;
      },
      hear(text, socket) {
        if (conversations > 1) socket.send('right');
        else if (text === 'two') socket.terminate();
      },
    });
    const source = suite(
      [webSocket(flaky.port), 'replyTimeout: 0.1', 'retries: 2'],
      '- test: A\n- one: right\n- two: right',
    );
    const { result } = await runText(source);
    expect(conversations).toBe(1);
    expect(result.tests[0]).toMatchObject({
      outcome: 'error',
      steps: [{ failure: { code: 'reply-timeout' } }, { failure: { code: 'connection-closed' } }],
    });
  });

  it('fails as a whole when its events cannot be taken', async () => {
    const run = runText(endless(), {
      seen: (event) => {
        if (event.type === 'step.started') throw new Error('the disk is full');
      },
    });
    await expect(run).rejects.toThrow('the disk is full');
  });
});
