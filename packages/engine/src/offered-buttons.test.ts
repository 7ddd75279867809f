import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { createEgress } from '@parley/egress';
import { Server } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { openManualConversation } from './manual-conversation.ts';
import { reporters } from './report/kinds.ts';
import { startRecording } from './report/recorded-run.ts';
import { serveDirectLine } from './test/direct-line-service.ts';
import { runText } from './test/run-text.ts';
import { listening, serveHttp, serveWebSocket } from './test/servers.ts';

/** Replies with buttons to "menu", and with the received text to any other message. */
const answerTo = (text: string) =>
  text === 'menu'
    ? {
        text: 'Shall I?',
        buttons: [
          { title: 'Yes, please', payload: '/affirm' },
          { title: 'No', value: '/deny' },
          { title: 'Shop', value: 'https://shop.example/' },
          { title: 'Later' },
        ],
      }
    : { text: `Heard ${text}` };

const serveMenu = () =>
  serveHttp(async (request, response) => {
    const { text } = (await json(request)) as { text: string };
    response.end(JSON.stringify(answerTo(text)));
  });

async function talk(channel: object, steps: string) {
  const { result, events } = await runText(
    `${JSON.stringify({ configuration: { channel, replyTimeout: 3 } })}\n---\n- test: A\n${steps}`,
  );
  const [test] = result.tests;
  return { test, events, failure: test?.failure };
}

describe('a step that says the title of a button', () => {
  it('sends its value, and shows both', async () => {
    await using bot = await serveMenu();
    const url = `http://127.0.0.1:${bot.port}/`;
    const { test, events, failure } = await talk(
      { kind: 'http', url },
      '- menu:\n  - buttons: Yes, please\n- Yes, please: Heard /affirm\n- menu\n- No: never',
    );
    expect(failure?.code).toBe('mismatch');
    expect(test?.steps.map(({ sent }) => sent)).toEqual(['menu', '/affirm', 'menu', '/deny']);
    expect(test?.steps[1]).toMatchObject({
      outcome: 'passed',
      input: { kind: 'text', text: 'Yes, please' },
    });
    let list = '';
    const reporter = reporters.list.create({ write: (text) => (list += text), hasColors: false });
    const run = startRecording('menu.yml');
    for (const event of events) {
      run.record([event]);
      reporter.event?.(run, event);
    }
    expect(list).toContain('4. No (sent as "/deny")\n');
  });

  it.each([
    ['a link', 'Shop', 'Shop'],
    ['a button without a value', 'Later', 'Later'],
    ['other words', 'No, thanks', 'No, thanks'],
    ['its title in another case', 'no', 'no'],
    ['the value itself', '/deny', '/deny'],
  ])('sends the words where it is %s', async (_, said, sent) => {
    await using bot = await serveMenu();
    const url = `http://127.0.0.1:${bot.port}/`;
    const { failure } = await talk(
      { kind: 'http', url },
      `- menu\n- "${said}":\n  - prompt === Heard ${sent}`,
    );
    expect(failure).toBeUndefined();
  });

  it('presses only what the bot offered last', async () => {
    await using bot = await serveMenu();
    const url = `http://127.0.0.1:${bot.port}/`;
    const { failure } = await talk(
      { kind: 'http', url },
      '- No:\n  - prompt === Heard No\n- menu\n- other: Heard other\n- "No":\n  - prompt === Heard No',
    );
    expect(failure).toBeUndefined();
  });

  it('sends the title where the channel says so', async () => {
    await using bot = await serveMenu();
    const channel = { kind: 'http', url: `http://127.0.0.1:${bot.port}/`, buttonSends: 'title' };
    const { failure } = await talk(channel, '- menu\n- "No":\n  - prompt === Heard No');
    expect(failure).toBeUndefined();
  });

  it('presses those of a greeting, on a WebSocket, also after silence', async () => {
    await using bot = await serveWebSocket({
      greet: (socket) => socket.send(JSON.stringify(answerTo('menu'))),
      hear(text, socket) {
        if (text !== 'wait') socket.send(JSON.stringify(answerTo(text)));
      },
    });
    const channel = {
      kind: 'websocket',
      url: `ws://127.0.0.1:${bot.port}/`,
      greets: true,
      quietMs: 30,
    };
    const { failure } = await talk(
      channel,
      '- wait:\n  - no reply within 100ms\n- "No":\n  - prompt === Heard /deny',
    );
    expect(failure).toBeUndefined();
  });

  it('presses those of Socket.IO, of streams and of Direct Line', async () => {
    const http = createServer();
    new Server(http).on('connection', (socket) =>
      socket.on('message', ({ text }) => socket.emit('message', answerTo(text))),
    );
    await using socketIo = await listening(http);
    const steps = '- menu\n- "No":\n  - prompt === Heard /deny';
    const url = `http://127.0.0.1:${socketIo.port}/`;
    expect((await talk({ kind: 'socketio', url, quietMs: 30 }, steps)).failure).toBeUndefined();
    await using sse = await serveHttp(async (request, response) => {
      const { text } = (await json(request)) as { text: string };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(answerTo(text))}\n\n`);
    });
    const streamed = await talk({ kind: 'sse', url: `http://127.0.0.1:${sse.port}/` }, steps);
    expect(streamed.failure).toBeUndefined();
    await using service = await serveDirectLine({ hasStream: true });
    const directLine = {
      kind: 'directline',
      url: `http://127.0.0.1:${service.port}`,
      secret: 's',
      quietMs: 50,
    };
    const { failure } = await talk(directLine, '- hello: Heard\n- "Yes": You said yes');
    // The first step only makes the bot offer its buttons.
    expect(failure?.message).toContain('You said hello');
    const pressed = await talk(directLine, '- hello\n- "Yes":\n  - prompt === You said yes');
    expect(pressed.failure).toBeUndefined();
  });

  it('presses in an exploration, too', async () => {
    await using bot = await serveMenu();
    const conversation = await openManualConversation({
      configuration: { channel: { kind: 'http', url: `http://127.0.0.1:${bot.port}/` } },
      egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
      signal: new AbortController().signal,
    });
    if ('class' in conversation) throw new Error(conversation.message);
    await conversation.say({ kind: 'text', text: 'menu' });
    const { reply, sent } = await conversation.say({ kind: 'text', text: 'Yes, please' });
    await conversation.close();
    expect(reply?.text).toBe('Heard /affirm');
    expect(sent).toBe('/affirm');
  });
});
