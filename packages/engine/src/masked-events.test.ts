/** Tests that the credentials of a suite are not stored if the bot repeats them. */
import { createServer } from 'node:http';
import { createEgress } from '@parley/egress';
import { type FailedConversation, parseSuite } from '@parley/suite';
import { Server as SocketIoServer } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { runLoadShare } from './load/run-load-share.ts';
import { openManualConversation } from './manual-conversation.ts';
import { reevaluate } from './reevaluate.ts';
import { runText } from './test/run-text.ts';
import { listening, serveHttp, serveWebSocket, type TestServer } from './test/servers.ts';

const credential = 'header-s3cret-1';

/** Serves a bot that answers with the headers of the request. */
const serveEcho = (status = 200) =>
  serveHttp(({ headers }, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        text: `You are ${headers.authorization}`,
        debug: [{ sent: headers['x-api-key'], cookie: headers.cookie }],
        buttons: [{ title: 'Again', value: `auth=${headers.authorization}` }],
      }),
    ),
  );

const suiteOf = ({ port }: TestServer, steps: string, channel: string) =>
  `configuration:
  channel: ${channel.replaceAll('PORT', String(port))}
  variables: { key: ${credential} }
  replyTimeout: 1
---
- test: A
${steps}
`;

const http =
  '{ kind: http, url: "http://127.0.0.1:PORT/", headers: { authorization: "Bearer {{key}}", x-api-key: other-s3cret-2, cookie: "sid=s3cret-3; choice=accepted" } }';

async function run(server: TestServer, steps: string, channel = http) {
  const text = suiteOf(server, steps, channel);
  const { events, result } = await runText(text);
  return { text, result, told: JSON.stringify(events), step: result.tests[0]?.steps[0] };
}

describe('a credential that the bot repeats', () => {
  it('stands in no event, in text, payload, buttons or verdicts', async () => {
    await using bot = await serveEcho();
    const { told, step, result } = await run(
      bot,
      '- hello:\n  - prompt: welcome\n  - debug[0].sent: none',
    );
    expect(told).not.toContain('s3cret');
    expect(step?.reply).toMatchObject({ text: 'You are ***', isMasked: true });
    expect(step?.reply?.payload).toMatchObject({
      debug: [{ sent: '***', cookie: expect.stringContaining('choice=accepted') }],
    });
    expect(result.tests[0]?.failure?.message).toContain('You are ***');
  });

  it('is what expectations are held against all the same', async () => {
    await using bot = await serveEcho();
    const passing = await run(
      bot,
      '- hello:\n  - prompt: "Bearer {{key}}"\n  - prompt =~ /s3cret-\\d$/',
    );
    expect(passing.result.status).toBe('passed');
    expect(passing.told).not.toContain('s3cret-1');
    const leaking = await run(bot, '- hello:\n  - prompt != "{{key}}"');
    expect(leaking.result.status).toBe('failed');
  });

  it('is not told by an error, nor by one that was cut within it', async () => {
    for (const length of [0, 150, 178]) {
      await using bot = await serveHttp(({ headers }, response) =>
        response.writeHead(500).end(`${'x'.repeat(length)} ${headers.authorization}`),
      );
      const { told, result } = await run(bot, '- hello: hi');
      expect(result.tests[0]?.failure?.code).toBe('http-status');
      expect(told).not.toMatch(/header-/);
    }
  });

  it('is not told by a verdict that was cut within it', async () => {
    await using bot = await serveHttp(({ headers }, response) =>
      response.end(`${'x '.repeat(994)} ${headers.authorization}`),
    );
    const { told, step } = await run(bot, '- hello: hi');
    expect(step?.verdicts[0]?.actual).toMatch(/\*\*\*…$/);
    expect(told).not.toMatch(/header-/);
  });

  it('is not told on a WebSocket, by what comes in place of a reply', async () => {
    await using bot = await serveWebSocket({
      hear: (_, socket) => socket.send('{"type": "auth", "token": "header-s3cret-1"}'),
    });
    const { told, step } = await run(
      bot,
      '- hello: hi',
      '{ kind: websocket, url: "ws://127.0.0.1:PORT/", headers: { x-key: "{{key}}" } }',
    );
    expect(step?.silence).toMatchObject({ isMasked: true });
    expect(told).not.toContain('s3cret');
  });

  it('is not told on Socket.IO, where it was given as auth', async () => {
    const server = createServer();
    new SocketIoServer(server).on('connection', (socket) =>
      socket.on('message', () =>
        socket.emit('message', `${socket.handshake.auth.pass} for ${socket.handshake.auth.user}`),
      ),
    );
    await using bot = await listening(server);
    const { told, step } = await run(
      bot,
      '- hello: hi',
      '{ kind: socketio, url: "http://127.0.0.1:PORT/", auth: { pass: "{{key}}", user: Visitor } }',
    );
    expect(step?.reply?.text).toBe('*** for Visitor');
    expect(told).not.toContain('s3cret');
  });

  it('is not told in a row of data', async () => {
    await using bot = await serveEcho();
    const text = suiteOf(bot, '- hello: hi', http)
      .replace('variables: { key: header-s3cret-1 }', 'data: { ada: { key: row-s3cret } }')
      .replace('- test: A', '- test: A\n  dataRow: ada');
    expect(JSON.stringify((await runText(text)).events)).not.toContain('row-s3cret');
  });

  it('is not told by a load test', async () => {
    await using bot = await serveEcho();
    const { suite } = parseSuite(suiteOf(bot, '- hello: welcome', http));
    let failures: readonly FailedConversation[] = [];
    await runLoadShare({
      suite,
      profile: { kind: 'steady', users: 1, durationS: 1 },
      thinkTimeMs: 0,
      isPaced: false,
      share: 0,
      shares: 1,
      startInMs: 0,
      egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
      host: `127.0.0.1:${bot.port}`,
      userAgent: 'Tester',
      signal: new AbortController().signal,
      onSecond: (progress) => {
        failures = progress.failures();
      },
    });
    expect(failures[0]?.turns[0]?.reply).toBe('You are ***');
    expect(JSON.stringify(failures)).not.toContain('s3cret');
  });

  it('is not told in a conversation that somebody leads', async () => {
    await using bot = await serveEcho();
    const { configuration } = parseSuite(suiteOf(bot, '- hello: hi', http)).suite;
    const { channel } = configuration;
    if (!channel) throw new Error('The suite has no channel');
    const conversation = await openManualConversation({
      configuration: { ...configuration, channel },
      egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
      signal: new AbortController().signal,
    });
    if ('class' in conversation) throw new Error(conversation.message);
    const heard = await conversation.say({ kind: 'text', text: 'hello' });
    await conversation.close();
    expect(heard.reply).toMatchObject({ text: 'You are ***', isMasked: true });
    expect(JSON.stringify(heard)).not.toContain('s3cret');
  });
});

it('words in headers that are no credentials are left in replies', async () => {
  await using bot = await serveHttp(({ headers }, response) =>
    response.end(`Welcome to our ${headers['x-channel']}, ${headers['accept-language']}`),
  );
  const { step } = await run(
    bot,
    '- hello: hi',
    '{ kind: http, url: "http://127.0.0.1:PORT/", headers: { x-channel: website, accept-language: German } }',
  );
  expect(step?.reply?.text).toBe('Welcome to our website, German');
  expect(step?.reply).not.toHaveProperty('isMasked');
});

describe('a reply that was masked', () => {
  const again = (text: string, was: Awaited<ReturnType<typeof run>>) =>
    reevaluate(parseSuite(text).suite, was.result);

  it('is re-evaluated with the same result by the same suite', async () => {
    await using bot = await serveEcho();
    for (const steps of ['- hello: You are', '- hello: welcome', '- "{{key}}": You are']) {
      const was = await run(bot, steps);
      expect(await again(was.text, was)).toEqual(was.result);
    }
  });

  it.each([
    ['another expectation', 'welcome', 'You are'],
    ['one that the credential fulfilled', '"Bearer {{key}}"', '"Bearer {{key}}"'],
    ['one that forbids it', '!= "{{key}}"', '!= "{{key}}"'],
    ['one that forbids another', 'You are', '!= other'],
    ['a pattern', 'You are', '/^You are .{10}$/'],
  ])('is neither passed nor failed by %s', async (_, before, now) => {
    await using bot = await serveEcho();
    const step = (expected: string) =>
      `- hello:\n  - prompt${expected.startsWith('!') ? ' ' : ': '}${expected}`;
    const was = await run(bot, step(before));
    const { tests } = await again(suiteOf(bot, step(now), http), was);
    expect(tests[0]?.steps[0]).toMatchObject({
      outcome: 'undecided',
      failure: { class: 'unsure', code: 'masked-reply' },
    });
    expect(tests[0]?.outcome).toBe('undecided');
  });

  it('is not certain where a branch looks at it', async () => {
    await using bot = await serveEcho();
    const steps = '- hello:\n  - prompt: s3cret goto end\n- never:\n- end:\n  - label: end';
    const was = await run(bot, steps);
    const { tests } = await again(was.text, was);
    expect(tests[0]?.outcome).not.toBe('passed');
  });
});
