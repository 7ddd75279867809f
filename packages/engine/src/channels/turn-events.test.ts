import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseSuite, type RunResult } from '@parley/suite';
import { Server as SocketIoServer } from 'socket.io';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { reevaluate } from '../reevaluate.ts';
import { type BotProtocol, botProtocols, type Frame, type Script } from '../test/bot-protocols.ts';
import { runText } from '../test/run-text.ts';
import { listening } from '../test/servers.ts';

const refund: Frame = { name: 'tool', data: { name: 'refund_order', arguments: { order: 7 } } };
const typing: Frame = { name: 'status', data: { type: 'typing' } };
const ack: Frame = { name: 'ack', data: { ack: 'm1' } };
const heartbeat: Frame = { name: 'ping', data: {} };
const done: Frame = { data: { text: 'Done.' } };

async function reevaluateText(text: string, stored: RunResult) {
  const again = await reevaluate(parseSuite(text).suite, stored);
  return again.tests[0]?.steps ?? [];
}

async function run(kind: string, script: Script, steps: string[], more: object = {}) {
  const { serve, channel } = botProtocols[kind] as BotProtocol;
  await using bot = await serve(script);
  const configuration = { channel: { ...channel(bot.port), ...more }, replyTimeout: 1 };
  const text = [JSON.stringify({ configuration }), ['- test: A', ...steps].join('\n')];
  const { result } = await runText(text.join('\n---\n'));
  return { text: text.join('\n---\n'), result, steps: result.tests[0]?.steps ?? [] };
}

const outcomes = (steps: { outcome: string }[]) => steps.map(({ outcome }) => outcome);

describe.each(Object.keys(botProtocols))('what comes without text over %s', (kind) => {
  it('is looked at by paths that look anywhere, before and behind the text', async () => {
    const asked = [
      '$..name != refund_order',
      '$..name: refund_order',
      'prompt === Done.',
      'messages.length == 1',
    ];
    const { steps } = await run(
      kind,
      (text, send) => (text === 'first' ? send(refund, done) : send(done, refund)),
      ['first', 'last'].map((when) => `- ${when}:\n${asked.map((one) => `  - ${one}`).join('\n')}`),
    );
    for (const { verdicts, failure } of steps) {
      expect(verdicts.map(({ passed }) => passed)).toEqual([false, true, true, true]);
      expect(failure).toMatchObject({ class: 'wrong', code: 'mismatch' });
    }
  });

  it('is a turn neither by itself nor beside a text', async () => {
    const { steps } = await run(
      kind,
      (text, send) => (text === 'hello' ? send(typing, ack, heartbeat, done) : send(heartbeat)),
      [
        '- hello:\n  - prompt === Done.\n  - $..name != refund_order\n  - messages.length == 1',
        ...(kind === 'sse, a stream for each answer'
          ? []
          : [
              '- silent:\n  - no reply within 100ms\n  - $..name != refund_order',
              '- silent:\n  - set replyTimeout: 0.05',
            ]),
      ],
    );
    const [spoken, expected, unexpected] = steps;
    expect(spoken?.outcome).toBe('passed');
    expect(spoken?.reply?.messages).toEqual(['Done.']);
    if (!expected) return;
    expect(expected.outcome).toBe('passed');
    expect(unexpected?.failure).toMatchObject({ class: 'silent', code: 'reply-timeout' });
  });
});

describe('an event', () => {
  it('has a name where the protocol has one, and its data', async () => {
    const seen: unknown[] = [];
    for (const kind of Object.keys(botProtocols)) {
      const { steps } = await run(kind, (_, send) => send(refund, done), ['- hello']);
      const events = steps[0]?.reply?.events ?? [];
      seen.push(events.find((event) => JSON.stringify(event).includes('refund_order')));
    }
    const { name, data } = refund;
    expect(seen).toEqual([
      { data },
      { name, data },
      { name, data },
      { name, data },
      { data: { messages: [], ...data } },
      { name, data: { type: 'event', from: { id: 'bot' }, name, value: data } },
    ]);
  });

  it('stands in its place among the events of its turn', async () => {
    const { steps } = await run('websocket', (_, send) => send(typing, refund, done), [
      '- hello:\n  - events[1].data.arguments.order == 7\n  - events.length == 2',
      '- hello:\n  - events[*].data.name != refund_order',
    ]);
    expect(outcomes(steps)).toEqual(['passed', 'failed']);
  });

  it('leaves the payload and what its paths find as they were', async () => {
    const { steps } = await run('websocket', (_, send) => send(refund, done), [
      '- hello:\n  - $.text: Done\n  - payload.text: Done\n  - arguments not exists\n  - payload..name not exists',
    ]);
    expect(outcomes(steps)).toEqual(['passed']);
    expect(steps[0]?.reply?.payload).toEqual(done.data);
  });

  it('gives way to an answer that has events of its own', async () => {
    const own: Frame = { data: { text: 'Done.', events: [{ kind: 'own' }] } };
    const { steps } = await run('websocket', (_, send) => send(refund, own), [
      '- hello:\n  - events[0].kind: own\n  - events.length == 1\n  - $..name: refund_order',
    ]);
    expect(outcomes(steps)).toEqual(['passed']);
  });

  it('belongs to the next turn if it comes between two', async () => {
    const { steps } = await run(
      'websocket',
      async (text, send) => {
        send(done);
        await sleep(120);
        if (text === 'first') send(refund);
      },
      [
        '- first:\n  - $..name != refund_order',
        '- $PAUSE 0.2',
        '- second:\n  - $..name not exists',
      ],
    );
    expect(outcomes(steps)).toEqual(['passed', 'passed', 'passed']);
    const { steps: again } = await run(
      'websocket',
      async (text, send) => {
        if (text === 'second') return;
        send(done);
        await sleep(120);
        send(refund, done);
      },
      ['- first:\n  - $..name != refund_order', '- $PAUSE 0.2:\n  - $..name != refund_order'],
    );
    expect(outcomes(again)).toEqual(['passed', 'failed']);
  });

  it('counts also where nothing is said, in a pause and where silence is expected', async () => {
    const { steps, text, result } = await run('websocket', (_, send) => send(refund), [
      '- hello:\n  - no reply within 100ms',
      '- hello:\n  - no reply within 100ms\n  - $..name != refund_order',
      '- hello:\n  - no reply within 100ms\n  - events[*].data.name: refund_order\n  - latency not exists',
    ]);
    expect(outcomes(steps)).toEqual(['passed', 'failed', 'passed']);
    expect(steps[1]).not.toHaveProperty('reply');
    expect(steps[1]?.silence).toEqual({ events: [{ data: refund.data }] });
    const again = await reevaluateText(text, result);
    expect(outcomes(again)).toEqual(['passed', 'failed', 'passed']);
  });

  it('is kept, so that the same is said of a stored conversation', async () => {
    const { result, text } = await run('websocket', (_, send) => send(refund, done), ['- hello']);
    const asked = text.replace('- hello', '- hello:\n  - $..name != refund_order');
    expect(outcomes(await reevaluateText(asked, result))).toEqual(['failed']);
  });

  it('ends no turn, and makes none longer', async () => {
    const { steps } = await run(
      'websocket',
      async (text, send) => {
        if (text !== 'hello') return send({ data: { text: 'second' } });
        send({ data: { text: 'first' } });
        for (let beat = 0; beat < 10; beat += 1) {
          await sleep(20);
          send(heartbeat);
        }
        send({ data: { text: 'late' } });
      },
      ['- hello:\n  - prompt === first'],
      { quietMs: 100 },
    );
    expect(outcomes(steps)).toEqual(['passed']);
  });
});

describe('events that are more than is kept', () => {
  const flood: Script = (_, send) => {
    const many = Array.from({ length: limits.eventsPerTurnMax }, (_, beat) => ({ data: { beat } }));
    send(...many, refund, done);
  };

  it('prove no absence, and what is among them is found', async () => {
    const { steps } = await run('websocket', flood, [
      '- hello:\n  - $..name != refund_order',
      '- hello:\n  - $..name not exists',
      '- hello:\n  - events[*].data.name !~ /refund/',
      '- hello:\n  - $..beat == 17\n  - $..beat exists',
      '- hello:\n  - $..beat != 17',
      '- hello:\n  - prompt != sorry\n  - name not exists\n  - $.name != refund_order',
    ]);
    expect(outcomes(steps)).toEqual(['failed', 'failed', 'failed', 'passed', 'failed', 'passed']);
    expect(steps[0]?.reply?.areEventsCut).toBe(true);
    expect(steps[0]?.failure?.hint).toContain('may still have been there');
  });

  it('are no part of the next turn', async () => {
    const { steps } = await run(
      'websocket',
      (text, send) => (text === 'flood' ? flood(text, send) : send(done)),
      ['- flood', '- hello:\n  - $..name not exists'],
    );
    expect(outcomes(steps)).toEqual(['passed', 'passed']);
  });

  it.each(['sse, a stream for each answer', 'sse, one stream'])(
    'are cut where one cannot be read, which ends no conversation: %s',
    async (kind) => {
      const { serve, channel } = botProtocols[kind] as BotProtocol;
      await using bot = await serve((_, send) =>
        send({ name: 'x\ndata: {broken', data: {} }, done),
      );
      const configuration = { channel: channel(bot.port) };
      const steps = '- hello:\n  - prompt === Done.\n- hello:\n  - $..name not exists';
      const { result } = await runText(
        `${JSON.stringify({ configuration })}\n---\n- test: A\n${steps}`,
      );
      expect(outcomes(result.tests[0]?.steps ?? [])).toEqual(['passed', 'failed']);
    },
  );
});

it('over Socket.IO the values behind an answer, and what asks for an acknowledgement, are events', async () => {
  const server = createServer();
  new SocketIoServer(server).on('connection', (socket) =>
    socket.on('message', () => {
      socket.emit('confirm', { tool: 'refund_order' }, () => {});
      socket.emit('message', { text: 'Done.' }, { trace: 1 }, { trace: 2 });
    }),
  );
  await using bot = await listening(server);
  const channel = { kind: 'socketio', url: `http://127.0.0.1:${bot.port}/`, quietMs: 40 };
  const { result } = await runText(
    `${JSON.stringify({ configuration: { channel } })}\n---\n- test: A\n- hello`,
  );
  expect(result.tests[0]?.steps[0]?.reply).toMatchObject({
    payload: { text: 'Done.' },
    events: [
      { name: 'confirm', data: { tool: 'refund_order' } },
      { name: 'message', data: [{ trace: 1 }, { trace: 2 }] },
    ],
  });
});
