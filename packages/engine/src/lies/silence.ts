/** Bots that say nothing, too late, or when they should not. */
import { answers, frames, framesTo, hangsUp, saysGoodbye, silence } from './bots.ts';
import type { LieCase } from './lie.ts';

const socket = `
      configuration:
        channel: { kind: websocket, url: ws://127.0.0.1:PORT/, quietMs: 40 }
        replyTimeout: 500ms
      ---`;

export const silences: LieCase[] = [
  {
    kind: 'lie',
    title: 'a bot that says nothing to a step that takes any reply',
    bot: silence,
    suite: `${socket}
      - test: Silent
      - hello
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'Any reply will do, and there is none.',
  },
  {
    kind: 'lie',
    title: 'a bot that says nothing, and so nothing that is forbidden',
    bot: silence,
    suite: `${socket}
      - test: Silent
      - hello:
        - prompt != sorry
        - error not exists
        - latency !> 500
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'Silence holds whatever must not be said.',
  },
  {
    kind: 'lie',
    title: 'a bot that speaks where silence is expected',
    bot: frames({ text: 'Are you still there?' }),
    suite: `${socket}
      - test: Chatty
      - goodbye:
        - no reply within 150ms
    `,
    verdict: 'failed',
    why: 'It speaks within the time.',
  },
  {
    kind: 'honest',
    title: 'a bot that speaks only after the time in which it must not',
    bot: framesTo(() => [[300, { text: 'Are you still there?' }]]),
    suite: `${socket}
      - test: Patient
      - goodbye:
        - no reply within 200ms
    `,
    verdict: 'passed',
    broken: { bot: frames({ text: 'Are you still there?' }), verdict: 'failed' },
    why: 'It kept silent for as long as was asked.',
  },
  {
    kind: 'lie',
    title: 'a bot that shows a picture where silence is expected',
    bot: frames({ messages: [{ image: 'https://shop.example/ad.png' }] }),
    suite: `${socket}
      - test: Picture
      - goodbye:
        - no reply within 50ms
    `,
    verdict: 'failed',
    why: 'A picture is a reply, though it has no words.',
  },
  {
    kind: 'honest',
    title: 'a bot that shows its buttons without a word, as is expected',
    bot: frames({ messages: [{ buttons: ['Yes', 'No'] }] }),
    suite: `${socket}
      - test: Buttons
      - Order it:
        - prompt: null
        - buttons: 'Yes'
    `,
    verdict: 'passed',
    broken: { bot: frames({ messages: [{ buttons: ['No'] }] }), verdict: 'failed' },
    why: 'The step says what comes in place of words.',
  },
  {
    kind: 'lie',
    title: 'a bot that hangs up where silence is expected',
    bot: hangsUp,
    suite: `${socket}
      - test: Gone
      - goodbye:
        - no reply within 50ms
    `,
    verdict: 'error',
    code: 'connection-closed',
    why: 'A bot that has gone does not keep silent.',
  },
  {
    kind: 'honest',
    title: 'a bot that types and thinks where no reply is expected',
    bot: framesTo(() => [
      [0, { type: 'typing' }],
      [50, { type: 'typing' }],
    ]),
    suite: `${socket}
      - test: Typing
      - goodbye:
        - no reply within 150ms
    `,
    verdict: 'passed',
    broken: { bot: frames({ type: 'typing' }, { text: 'Bye!' }), verdict: 'failed' },
    why: 'A typing sign is no reply.',
  },
  {
    kind: 'lie',
    title: 'a bot that only types',
    bot: framesTo(() => [[5, { type: 'typing' }]]),
    suite: `${socket}
      - test: Typing
      - hello
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'A typing sign is no reply.',
  },
  {
    kind: 'honest',
    title: 'a bot that thinks aloud before it answers',
    bot: framesTo(() => [
      [0, { type: 'typing' }],
      [300, { text: 'Hello Ada' }],
    ]),
    suite: `${socket}
      - test: Thinking
      - hello:
        - prompt === Hello Ada
        - latency >= 250
    `,
    verdict: 'passed',
    broken: { bot: frames({ type: 'typing' }, { text: 'Hello Ada' }), verdict: 'failed' },
    why: 'The typing sign does not begin the reply, and does not make it quicker.',
  },
  {
    kind: 'lie',
    title: 'a greeting that never comes',
    bot: silence,
    suite: `${socket}
      - test: Greeting
      - $OPEN
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'The bot was to speak first.',
  },
  {
    kind: 'lie',
    title: 'an answer to the step before, which fits the next one',
    bot: framesTo((_, count) =>
      count === 1 ? [[1_000, { text: 'Your balance is 5 dollars', re: '1' }]] : [],
    ),
    suite: `
      configuration:
        channel:
          kind: websocket
          url: ws://127.0.0.1:PORT/
          quietMs: 40
          replies: { inReplyTo: re }
        replyTimeout: 400ms
      ---
      - test: Late
      - First account: balance
      - Second account: Your balance is 5 dollars
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    tests: { Late: 'failed' },
    why: 'It names the message that it answers.',
  },
  {
    kind: 'honest',
    title: 'a pause in which nothing forbidden is said',
    bot: framesTo((text) => (text === 'wait' ? [[0, { text: 'One moment.' }]] : [])),
    suite: `${socket}
      - test: Pause
      - wait: moment
      - $PAUSE 0.6:
        - prompt != error
    `,
    verdict: 'passed',
    broken: {
      bot: framesTo(() => [
        [0, { text: 'One moment.' }],
        [300, { text: 'An error came up.' }],
      ]),
      verdict: 'failed',
    },
    why: 'A pause expects nothing, and silence in it says nothing wrong.',
  },
  {
    kind: 'honest',
    title: 'a bot that says goodbye and hangs up',
    bot: saysGoodbye,
    suite: `${socket}
      - test: Goodbye
      - bye: Goodbye
    `,
    verdict: 'passed',
    broken: { bot: hangsUp, verdict: 'error', code: 'connection-closed' },
    why: 'It answered before it went.',
  },
  {
    kind: 'lie',
    title: 'an empty text to what must not be said',
    bot: answers({ text: '' }),
    suite: `
      configuration: { channel: { kind: http, url: http://127.0.0.1:PORT/ } }
      ---
      - test: Empty
      - hello != sorry
    `,
    verdict: 'failed',
    code: 'reply-empty',
    why: 'Nothing is not free of anything.',
  },
  {
    kind: 'honest',
    title: 'a bot that greets late, and not for the step that follows',
    bot: framesTo((text) => [[0, { text: `You said ${text}` }]], [{ text: 'Welcome!' }]),
    suite: `
      configuration:
        channel: { kind: websocket, url: ws://127.0.0.1:PORT/, quietMs: 60, greets: true }
        replyTimeout: 500ms
      ---
      - test: Greeting
      - hello:
        - prompt === You said hello
    `,
    verdict: 'passed',
    broken: { suite: [', greets: true', ''], verdict: 'failed' },
    why: 'The suite says that the bot speaks first.',
  },
];
