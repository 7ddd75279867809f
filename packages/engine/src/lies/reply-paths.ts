/** Paths to replies, and replies that they miss. */
import { answers, emits, frames, pollable, streams } from './bots.ts';
import type { LieCase } from './lie.ts';

const http = (replies: string) => `
      configuration:
        channel: { kind: http, url: http://127.0.0.1:PORT/, replies: ${replies} }
        replyTimeout: 800ms
      ---
      - test: Reply`;

const polling = `
      configuration:
        channel:
          kind: http
          url: http://127.0.0.1:PORT/say
          poll: http://127.0.0.1:PORT/news
          pollMs: 100
          quietMs: 120
          repeats: true
        replyTimeout: 800ms
      ---
      - test: Poll`;

export const replyPaths: LieCase[] = [
  {
    kind: 'lie',
    title: 'a path to the texts with a slip in it',
    bot: answers({ output: [{ say: 'Something went wrong.' }] }),
    suite: `${http('{ list: output, text: sya }')}
      - hello
    `,
    verdict: 'error',
    says: /say/,
    why: 'No text was read at all, so any reply would pass; the message names the paths that are there.',
  },
  {
    kind: 'lie',
    title: 'a path to the list with a slip in it',
    bot: answers({ output: [{ say: 'Something went wrong.' }] }),
    suite: `${http('{ list: ouptut, text: say }')}
      - hello
    `,
    verdict: 'error',
    says: /output/,
    why: 'The list was not there, so nothing was heard.',
  },
  {
    kind: 'lie',
    title: 'messages whose texts have a name that nobody told',
    bot: answers({ messages: [{ role: 'assistant', content: 'Something went wrong.' }] }),
    suite: `
      configuration: { channel: { kind: http, url: http://127.0.0.1:PORT/ } }
      ---
      - test: Reply
      - hello
    `,
    verdict: 'error',
    says: /content/,
    why: 'There is a message, and not a word of it was read.',
  },
  {
    kind: 'honest',
    title: 'a text at a path of its own, without a list',
    bot: answers({ say: 'Hello Ada' }),
    suite: `${http('{ text: say }')}
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: { bot: answers({ says: 'Hello Ada' }), verdict: 'error' },
    why: 'The answer is one reply, and its text is where the suite says.',
  },
  {
    kind: 'honest',
    title: 'one message of two that is a picture and has no text',
    bot: answers({ output: [{ image: 'https://shop.example/map.png' }, { say: 'Here we are.' }] }),
    suite: `${http('{ list: output, text: say }')}
      - Where are you?:
        - prompt: Here we are
        - attachments: image
    `,
    verdict: 'passed',
    broken: { bot: answers({ output: [{ say: 'Here we are.' }] }), verdict: 'failed' },
    why: 'The path leads somewhere in the turn.',
  },
  {
    kind: 'honest',
    title: 'WebSocket: a text at a path of its own, without a list',
    bot: frames({ type: 'typing' }, { say: 'Hello Ada' }),
    suite: `
      configuration:
        channel:
          kind: websocket
          url: ws://127.0.0.1:PORT/
          quietMs: 40
          replies: { text: say }
        replyTimeout: 800ms
      ---
      - test: Reply
      - hello:
        - prompt === Hello Ada
    `,
    verdict: 'passed',
    broken: { bot: frames({ say: 'Hello Bob' }), verdict: 'failed' },
    why: 'The same words mean the same on every channel.',
  },
  {
    kind: 'honest',
    title: 'Socket.IO: a text at a path of its own, without a list',
    bot: emits(['message', { say: 'Hello Ada' }]),
    suite: `
      configuration:
        channel:
          kind: socketio
          url: http://127.0.0.1:PORT/
          quietMs: 40
          replies: { text: say }
        replyTimeout: 800ms
      ---
      - test: Reply
      - hello:
        - prompt === Hello Ada
    `,
    verdict: 'passed',
    broken: {
      bot: emits(['message', { say: 'Hello Bob' }]),
      verdict: 'failed',
    },
    why: 'The same words mean the same on every channel.',
  },
  {
    kind: 'lie',
    title: 'server-sent events: pieces of a message at a path with a slip in it',
    bot: streams(
      [undefined, { delta: { content: 'Something ' } }],
      [undefined, { delta: { content: 'went wrong.' } }],
    ),
    suite: `
      configuration:
        channel:
          kind: sse
          url: http://127.0.0.1:PORT/
          pieces: true
          replies: { list: $, text: delta.contnet }
      ---
      - test: Reply
      - hello
    `,
    verdict: 'error',
    says: /delta\.content/,
    why: 'Not one piece was read.',
  },
  {
    kind: 'honest',
    title: 'server-sent events: pieces, of which the first and the last hold no text',
    bot: streams(
      [undefined, { delta: { role: 'assistant' } }],
      [undefined, { delta: { content: 'Hello ' } }],
      [undefined, { delta: { content: 'Ada' } }],
      [undefined, { delta: {}, finish_reason: 'stop' }],
      [undefined, '[DONE]'],
    ),
    suite: `
      configuration:
        channel:
          kind: sse
          url: http://127.0.0.1:PORT/
          pieces: true
          replies: { list: $, text: delta.content }
      ---
      - test: Reply
      - hello:
        - prompt === Hello Ada
    `,
    verdict: 'passed',
    broken: {
      bot: streams([undefined, { delta: { content: 'Hello Bob' } }], [undefined, '[DONE]']),
      verdict: 'failed',
    },
    why: 'The path leads somewhere in the turn.',
  },
  {
    kind: 'lie',
    title: 'polling: the old answer again, and no new one',
    bot: pollable((texts) => (texts.length > 0 ? { messages: [{ text: 'Hello Ada' }] } : [])),
    suite: `${polling}
      - hello: Hello Ada
      - hello again: Hello Ada
    `,
    verdict: 'failed',
    code: 'reply-timeout',
    why: 'The second message was never answered.',
  },
  {
    kind: 'honest',
    title: 'polling: a conversation that is told from its beginning each time',
    bot: pollable((texts) => ({ messages: texts.map((text) => ({ text: `You said ${text}` })) })),
    suite: `${polling}
      - one: You said one
      - two:
        - prompt === You said two
    `,
    verdict: 'passed',
    broken: {
      bot: pollable((texts) => ({ messages: texts.map(() => ({ text: 'You said one' })) })),
      verdict: 'failed',
    },
    why: 'What was told before does not answer the current message.',
  },
  {
    kind: 'lie',
    title: 'polling: a sign-in page in place of the news',
    bot: pollable(() => ({
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>Sign in</title>You said hello',
    })),
    suite: `${polling}
      - hello: You said hello
    `,
    verdict: 'error',
    says: /web page.*Sign in/,
    why: 'A page is no reply wherever it comes from.',
  },
];
