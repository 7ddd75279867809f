import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type BotProtocol, botProtocols, type Frame, type Script } from '../test/bot-protocols.ts';
import { runText } from '../test/run-text.ts';
import { serveHttp } from '../test/servers.ts';

const say = (text: string): Frame => ({ data: { text } });
const lookup: Frame = { name: 'tool', data: { name: 'lookup_order' } };

/** The result of one step, without figures that vary between runs. */
interface StepTurn {
  outcome: string;
  messages?: string[];
  isSeveral?: true;
  events?: number;
  code?: string;
}

async function turnsOf(channel: object, steps: string[]): Promise<StepTurn[]> {
  const configuration = { channel, replyTimeout: 1 };
  const { result } = await runText(
    [JSON.stringify({ configuration }), ['- test: A', ...steps].join('\n')].join('\n---\n'),
  );
  const [test] = result.tests;
  return (test?.steps ?? [])
    .filter(({ finishedAt }) => finishedAt !== undefined)
    .map(({ outcome, reply, silence, failure }) => ({
      outcome,
      ...(reply && { messages: reply.messages }),
      ...(reply?.isSeveral && { isSeveral: true as const }),
      ...((reply ?? silence)?.events && { events: (reply ?? silence)?.events?.length ?? 0 }),
      ...(failure && { code: failure.code }),
    }));
}

const unasked = Object.keys(botProtocols).filter(
  (name) => name !== 'sse, a stream for each answer',
);

/** Pause that the channel needs: replies of a polled bot arrive only with the next poll. */
const pauseOf = (kind: string) => (kind === 'http that is asked' ? 900 : 250);

async function talk(kind: string, script: Script, steps: string[]) {
  const { serve, channel } = botProtocols[kind] as BotProtocol;
  await using bot = await serve(script);
  return await turnsOf(channel(bot.port), steps);
}

describe.each(unasked)('a turn over %s', (kind) => {
  it('is all that comes until the bot is quiet, with its events', async () => {
    const turns = await talk(kind, (_, send) => send(say('One.'), lookup, say('Two.')), [
      '- hello',
      '- again',
    ]);
    const turn = { outcome: 'passed', messages: ['One.', 'Two.'], isSeveral: true };
    expect(turns.map(({ events, ...rest }) => rest)).toEqual([turn, turn]);
    for (const { events = 0 } of turns) expect(events).toBeGreaterThanOrEqual(1);
  });

  it('begins with what came between it and the turn before', async () => {
    const turns = await talk(
      kind,
      async (text, send) => {
        send(say(`You said ${text}.`));
        if (text !== 'first') return;
        await sleep(pauseOf(kind) * 2);
        send(say('Still here.'));
      },
      ['- first', `- $PAUSE ${(pauseOf(kind) * 4) / 1000}`, '- second'],
    );
    expect(turns.map(({ messages }) => messages)).toEqual([
      ['You said first.'],
      ['Still here.'],
      ['You said second.'],
    ]);
  });

  it('without a message is silence with the events that came', async () => {
    const turns = await talk(kind, (_, send) => send(lookup), [
      `- hello:\n  - no reply within ${pauseOf(kind)}ms`,
      `- hello:\n  - set replyTimeout: ${pauseOf(kind) / 1000}`,
    ]);
    expect(turns.map(({ outcome, messages, code }) => [outcome, messages, code])).toEqual([
      ['passed', undefined, undefined],
      ['failed', undefined, 'reply-timeout'],
    ]);
    for (const { events = 0 } of turns) expect(events).toBeGreaterThanOrEqual(1);
  });
});

describe('a turn of a bot that answers each request', () => {
  it('over HTTP is all messages of the answer, and silence without one in time', async () => {
    await using bot = await serveHttp(async (request, response) => {
      const { text } = (await json(request)) as { text: string };
      if (text !== 'hang')
        response.end(JSON.stringify({ messages: ['One.', `You said ${text}.`] }));
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    expect(
      await turnsOf({ kind: 'http', url }, [
        '- hello',
        '- $PAUSE 0.05',
        '- hang:\n  - set replyTimeout: 0.1',
      ]),
    ).toEqual([
      { outcome: 'passed', messages: ['One.', 'You said hello.'] },
      { outcome: 'passed' },
      { outcome: 'failed', code: 'reply-timeout' },
    ]);
  });

  it('by a stream is all of it, with the events between', async () => {
    const kind = 'sse, a stream for each answer';
    const turns = await talk(kind, (_, send) => send(say('One.'), lookup, say('Two.')), [
      '- hello',
    ]);
    expect(turns).toEqual([
      { outcome: 'passed', messages: ['One.', 'Two.'], isSeveral: true, events: 1 },
    ]);
  });

  it('of a model is its answer, in however many pieces', async () => {
    await using bot = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const content of ['You ', 'are ', 'welcome.'])
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      response.end('data: [DONE]\n\n');
    });
    const url = `http://127.0.0.1:${bot.port}/`;
    const turns = await turnsOf({ kind: 'openai', url, model: 'm' }, ['- hello', '- again']);
    expect(turns).toEqual(Array(2).fill({ outcome: 'passed', messages: ['You are welcome.'] }));
  });
});

// Mistakes that would invert a verdict. A false pass: a reply of the previous turn counts for this one, or silence counts as an
// answer. A false failure: only the first part of a reply is judged, and its second part answers the next step.
describe('no verdict is turned by', () => {
  const named = (text: string, answers: string): Frame => ({ data: { text, answers } });
  const webSocket = (port: number) => ({
    kind: 'websocket',
    url: `ws://127.0.0.1:${port}/`,
    quietMs: 40,
    request: '{"text": "{{text}} {{messageId}}"}',
    replies: { text: 'text', inReplyTo: 'answers' },
  });

  it('a reply to the message before, where the bot names what it answers', async () => {
    const { serve } = botProtocols.websocket as BotProtocol;
    await using bot = await serve(async (text, send) => {
      const [word, id = ''] = text.split(' ');
      if (word === 'late') await sleep(500);
      send(named(word === 'late' ? 'Refunded.' : 'Pardon?', id));
    });
    const turns = await turnsOf(webSocket(bot.port), [
      '- late:\n  - set replyTimeout: 0.1\n  - no reply within 100ms',
      '- $PAUSE 0.5',
      '- other:\n  - prompt === Refunded.',
    ]);
    expect(turns).toEqual([
      { outcome: 'passed' },
      { outcome: 'passed', messages: ['Refunded.'] },
      { outcome: 'failed', messages: ['Pardon?'], code: 'mismatch' },
    ]);
  });

  it('the same reply where it comes while the next is awaited', async () => {
    const { serve } = botProtocols.websocket as BotProtocol;
    await using bot = await serve(async (text, send) => {
      const [word, id = ''] = text.split(' ');
      await sleep(word === 'late' ? 300 : 400);
      send(named(word === 'late' ? 'Refunded.' : 'Pardon?', id));
    });
    const turns = await turnsOf(webSocket(bot.port), [
      '- late:\n  - no reply within 60ms\n  - set replyTimeout: 0.06',
      '- other:\n  - prompt === Refunded.',
    ]);
    expect(turns).toEqual([
      { outcome: 'passed' },
      { outcome: 'failed', messages: ['Pardon?'], code: 'mismatch' },
    ]);
  });

  it('silence where any reply will do, or where something must not be said', async () => {
    for (const kind of unasked) {
      const turns = await talk(kind, () => undefined, [
        `- hello:\n  - set replyTimeout: ${pauseOf(kind) / 1000}\n  - prompt != sorry`,
      ]);
      expect(turns).toMatchObject([{ outcome: 'failed', code: 'reply-timeout' }]);
      expect(turns[0]).not.toHaveProperty('messages');
    }
  });

  it('a reply in two parts with less than the quiet between them', async () => {
    for (const kind of unasked) {
      const turns = await talk(
        kind,
        async (text, send) => {
          send(say(`You said ${text}.`));
          await sleep(5);
          send(say('Anything else?'));
        },
        ['- first:\n  - prompt: else', '- second:\n  - prompt: You said second.'],
      );
      expect(turns.map(({ outcome, messages }) => [outcome, messages])).toEqual([
        ['passed', ['You said first.', 'Anything else?']],
        ['passed', ['You said second.', 'Anything else?']],
      ]);
    }
  });

  it('a goodbye before the bot hangs up, nor by what is said to nobody after it', async () => {
    const { serve } = botProtocols.websocket as BotProtocol;
    let hangUp = () => {};
    await using bot = await serve((_, send) => {
      send(say('Bye.'));
      hangUp();
    });
    hangUp = () => void bot[Symbol.asyncDispose]();
    const channel = { kind: 'websocket', url: `ws://127.0.0.1:${bot.port}/`, quietMs: 200 };
    const turns = await turnsOf(channel, ['- bye:\n  - prompt === Bye.', '- hello: Bye']);
    expect(turns).toEqual([
      { outcome: 'passed', messages: ['Bye.'] },
      { outcome: 'error', code: 'connection-closed' },
    ]);
  });
});
