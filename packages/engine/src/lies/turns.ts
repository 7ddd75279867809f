/** Several frames, events or activities in a turn, which count as replies, as evidence, or as neither. */
import type { Json } from '@parley/suite';
import { activities, answers, crashes, emits, frames, streams } from './bots.ts';
import type { LieCase } from './lie.ts';

const webSocket = `
      configuration:
        channel: { kind: websocket, url: ws://127.0.0.1:PORT/, quietMs: 40 }
        replyTimeout: 800ms
      ---`;

const sse = `
      configuration:
        channel: { kind: sse, url: http://127.0.0.1:PORT/, event: message }
      ---`;

const socketIo = `
      configuration:
        channel: { kind: socketio, url: http://127.0.0.1:PORT/, quietMs: 40 }
        replyTimeout: 800ms
      ---`;

const directLine = `
      configuration:
        channel: { kind: directline, url: http://127.0.0.1:PORT, secret: s3cret, quietMs: 60 }
        replyTimeout: 800ms
      ---`;

const noRefund = `
      - test: Refund
      - Cancel my order:
        - prompt: cancelled
        - $..name != refund_order`;

const cancelled = { text: 'Your order is cancelled.' };
const calls = (name: string): { [key: string]: Json } => ({
  type: 'tool',
  name,
  arguments: { order: 7 },
});
const hero = (title: string, value: string): { [key: string]: Json } => ({
  type: 'message',
  text: 'Choose.',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.hero',
      content: { title, buttons: [{ type: 'openUrl', title: 'Open', value }] },
    },
  ],
});

export const turns: LieCase[] = [
  {
    kind: 'lie',
    title: 'WebSocket: a refund in a frame without words',
    bot: frames(calls('refund_order'), cancelled),
    suite: `${webSocket}${noRefund}
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The agent refunded, and said so to whoever listens.',
  },
  {
    kind: 'honest',
    title: 'WebSocket: a lookup in a frame without words',
    bot: frames(calls('lookup_order'), cancelled),
    suite: `${webSocket}${noRefund}
        - events[*].data.name: lookup_order
    `,
    verdict: 'passed',
    broken: { bot: frames(cancelled), verdict: 'failed' },
    why: 'It looked up the order and refunded nothing.',
  },
  {
    kind: 'lie',
    title: 'WebSocket: an error in the first of two frames',
    bot: frames({ text: 'One moment.', status: 'error' }, { text: 'Your order is cancelled.' }),
    suite: `${webSocket}
      - test: Status
      - Cancel my order:
        - status != error
    `,
    verdict: 'failed',
    why: 'The same answer in one frame fails; that it comes in two changes nothing.',
  },
  {
    kind: 'honest',
    title: 'WebSocket: a status in the second of two frames',
    bot: frames({ text: 'One moment.' }, { text: 'Your order is cancelled.', status: 'done' }),
    suite: `${webSocket}
      - test: Status
      - Cancel my order:
        - status: done
    `,
    verdict: 'passed',
    broken: {
      bot: frames({ text: 'One moment.' }, { text: 'It is not.', status: 'declined' }),
      verdict: 'failed',
    },
    why: 'How many frames a turn takes is nothing that a tester can know.',
  },
  {
    kind: 'lie',
    title: 'server-sent events: a refund in an event of another name',
    bot: streams(['tool', calls('refund_order')], ['message', cancelled]),
    suite: `${sse}${noRefund}
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The event was not asked for its words; it is evidence all the same.',
  },
  {
    kind: 'honest',
    title: 'server-sent events: heartbeats, a lookup and the answer',
    bot: streams(
      ['ping', ''],
      ['tool', calls('lookup_order')],
      ['ping', 'still here'],
      ['message', cancelled],
    ),
    suite: `${sse}${noRefund}
        - prompt === Your order is cancelled.
        - events[*].name: tool
    `,
    verdict: 'passed',
    broken: {
      bot: streams(['tool', calls('lookup_order')], ['message', { text: 'Your order is not.' }]),
      verdict: 'failed',
    },
    why: 'The heartbeat is no turn, and the lookup no refund.',
  },
  {
    kind: 'lie',
    title: 'server-sent events: nothing but heartbeats',
    bot: streams(['ping', 'still here'], ['ping', 'still here']),
    suite: `
      configuration:
        syntax: 2
        channel: { kind: sse, url: http://127.0.0.1:PORT/, event: message }
        replyTimeout: 200ms
      ---
      - test: Heartbeat
      - hello:
        - latency < 10s
      - Where is my order?
    `,
    verdict: 'failed',
    code: 'reply-empty',
    why: 'Nothing was said: the stream ended without a message.',
  },
  {
    kind: 'lie',
    title: 'Socket.IO: a refund in an event that is not heard',
    bot: emits(['tool', calls('refund_order')], ['message', cancelled]),
    suite: `${socketIo}${noRefund}
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'What is heard chooses the words; everything that came is evidence.',
  },
  {
    kind: 'honest',
    title: 'Socket.IO: an acknowledgement, a lookup and the answer',
    bot: emits(['ack', 1], ['tool', calls('lookup_order')], ['message', cancelled]),
    suite: `${socketIo}${noRefund}
        - prompt === Your order is cancelled.
        - events[*].name: tool
    `,
    verdict: 'passed',
    broken: { bot: emits(['ack', 1], ['message', cancelled]), verdict: 'failed' },
    why: 'An acknowledgement is no turn.',
  },
  {
    kind: 'lie',
    title: 'Socket.IO: an acknowledgement and no answer',
    bot: emits(['ack', 1]),
    suite: `
      configuration:
        channel: { kind: socketio, url: http://127.0.0.1:PORT/, quietMs: 40 }
        replyTimeout: 400ms
      ---
      - test: Acknowledged
      - hello
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'It took the message and did not answer it.',
  },
  {
    kind: 'lie',
    title: 'Direct Line: a refund in an event of the bot',
    bot: activities(
      { type: 'event', name: 'refund_order', value: { order: 7 } },
      { type: 'message', text: 'Your order is cancelled.' },
    ),
    suite: `${directLine}${noRefund}
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'An event activity has no words and is evidence like a frame of any other bot.',
  },
  {
    kind: 'lie',
    title: 'Direct Line: a forbidden address behind the button of a card',
    bot: activities(hero('Pay', 'https://evil.example/pay')),
    suite: `${directLine}
      - test: Card
      - How do I pay?:
        - cards: Pay
        - links !~ /evil/
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The card leads there.',
  },
  {
    kind: 'honest',
    title: 'Direct Line: a card without a text of its own',
    bot: activities({ ...hero('Savings', 'https://bank.example/savings'), text: '' }),
    suite: `${directLine}
      - test: Card
      - My accounts:
        - cards: Savings
        - buttons: Open
        - links === https://bank.example/savings
    `,
    verdict: 'passed',
    broken: { bot: activities(hero('Loans', 'https://bank.example/loans')), verdict: 'failed' },
    why: 'The card is the answer.',
  },
  {
    kind: 'lie',
    title: 'Direct Line: an answer to an earlier message',
    bot: activities({ type: 'message', text: 'You have 5 dollars.', replyToId: '1' }),
    suite: `
      configuration:
        channel: { kind: directline, url: http://127.0.0.1:PORT, secret: s3cret, quietMs: 60 }
        replyTimeout: 400ms
      ---
      - test: Late
      - First account: 5 dollars
      - Second account: 5 dollars
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'It names the message that it answers, and that is not the last one.',
  },
  {
    kind: 'honest',
    title: 'WebSocket: plain words in one frame and JSON in the next',
    bot: frames('One moment.', { text: 'Here I am.', buttons: ['Go on'] }),
    suite: `${webSocket}
      - test: Mixed
      - hello:
        - prompt: Here I am
        - messages[0] === One moment.
        - messages.length == 2
        - buttons: Go on
    `,
    verdict: 'passed',
    broken: { bot: frames('One moment.'), verdict: 'failed' },
    why: 'A turn is everything that is said until it is quiet.',
  },
  {
    kind: 'honest',
    title: 'server-sent events: an ordinary answer in place of a stream',
    bot: answers({ text: 'Your order is cancelled.' }),
    suite: `${sse}
      - test: No stream
      - Cancel my order: is cancelled
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ status: 500, body: 'is cancelled' }),
      verdict: 'error',
      code: 'http-status',
    },
    why: 'Who has little to say need not stream it.',
  },
  {
    kind: 'honest',
    title: 'Direct Line: a typing sign and two messages',
    bot: activities(
      { type: 'typing' },
      { type: 'message', text: 'Hello.' },
      { type: 'message', text: 'How can I help?' },
    ),
    suite: `${directLine}
      - test: Two
      - hello:
        - messages.length == 2
        - messages[1]: help
        - prompt != typing
    `,
    verdict: 'passed',
    broken: { bot: activities({ type: 'message', text: 'Hello.' }), verdict: 'failed' },
    why: 'The sign is no message.',
  },
  {
    kind: 'lie',
    title: 'server-sent events: a sentence that ends in an error',
    bot: streams([undefined, { text: 'Your order is ' }], ['error', { message: 'overloaded' }]),
    suite: `
      configuration:
        channel: { kind: sse, url: http://127.0.0.1:PORT/, pieces: true }
      ---
      - test: Broken off
      - Where is my order?: Your order is
    `,
    verdict: 'error',
    says: /overloaded/,
    why: 'The bot says that it failed, and the rest of its sentence is not known.',
  },
  {
    kind: 'lie',
    title: 'WebSocket: a bot that crashes in the middle of its turn',
    bot: crashes,
    suite: `${webSocket}
      - test: Crash
      - Cancel my order:
        - prompt: One moment
        - prompt != refund
    `,
    verdict: 'error',
    says: /1011/,
    why: 'It closed with "internal error": what it had still to say is not known.',
  },
];
