/** HTTP responses instead of a reply: pages, redirects, delays, errors. */
import { createServer } from 'node:http';
import { listening, serveHttp } from '../test/servers.ts';
import { type Answer, answers, answersTo, page } from './bots.ts';
import type { Bot, LieCase } from './lie.ts';

const http = 'channel: { kind: http, url: http://127.0.0.1:PORT/chat }';

const login = page(
  '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Welcome to the shop. Sign in.</body></html>',
);

const redirect = (status: number, location: string): Answer => ({
  status,
  headers: { location },
  body: '',
});

/** Redirects the first request, and replies to the next one with its method and text. */
const redirecting = (status: number, location = '/moved'): Bot =>
  answersTo((text, { url, method }) =>
    url === '/chat' ? redirect(status, location) : { text: `${method} ${text || 'nothing'}` },
  );

/** Redirects to another origin, where a helpful bot answers. */
const redirectingAway: Bot = async () => {
  const away = await listening(
    createServer((_, response) => response.end('{"text": "POST hello"}')),
  );
  const bot = await answers(redirect(307, `http://127.0.0.1:${away.port}/`))();
  return {
    port: bot.port,
    async [Symbol.asyncDispose]() {
      await Promise.all([bot[Symbol.asyncDispose](), away[Symbol.asyncDispose]()]);
    },
  };
};

const later = (seconds: number | string, status = 503): Answer => ({
  status,
  headers: { 'retry-after': String(seconds) },
  body: 'Later, please.',
});

/** A stream that ends after these pieces of text. */
const streamOf =
  (...pieces: string[]): Bot =>
  () =>
    serveHttp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of pieces) response.write(piece);
      response.end();
    });

const openToday = 'data: {"delta":"From nine to five."}\n\n';

const deltas = `
      configuration:
        syntax: 2
        channel: { kind: sse, url: http://127.0.0.1:PORT, pieces: true, replies: { text: delta } }
      ---
      - test: Stream
      - When are you open?:
        - prompt: From nine to five
        - prompt != secretly
    `;

export const transport: LieCase[] = [
  {
    kind: 'lie',
    title: 'a stream that ends in the middle of an event',
    bot: streamOf(openToday, 'data: {"delta":" I secre'),
    suite: deltas,
    verdict: 'error',
    code: 'answer-broken-off',
    why: 'What was left out may be what must not be said.',
  },
  {
    kind: 'honest',
    title: 'a stream that ends without the last line break',
    bot: streamOf(openToday, 'data: {"delta":" Bye."}'),
    suite: deltas,
    verdict: 'passed',
    broken: {
      bot: streamOf(openToday, 'data: {"delta":" I secretly left."}'),
      verdict: 'failed',
    },
    why: 'The event is whole, so that what it says counts.',
  },
  {
    kind: 'lie',
    title: 'a sign-in page to a step that takes any reply',
    bot: answers(login),
    suite: `
      configuration: { ${http} }
      ---
      - test: Page
      - hello
    `,
    verdict: 'error',
    says: /web page.*Sign in/,
    why: 'A page is no reply of a bot: it stands in front of it.',
  },
  {
    kind: 'lie',
    title: 'a sign-in page that happens to hold the expected words',
    bot: answers(login),
    suite: `
      configuration: { ${http} }
      ---
      - test: Page
      - hello: welcome to the shop
    `,
    verdict: 'error',
    says: /web page.*Sign in/,
    why: 'The words are those of the page.',
  },
  {
    kind: 'lie',
    title: 'a sign-in page that does not say what it must not say',
    bot: answers(page('\ufeff  <!-- generated --> <html lang=en><title>Sign in</title>')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Page
      - hello != sorry
    `,
    verdict: 'error',
    says: /web page/,
    why: 'It is no reply, whatever it does not say; a comment before the root element changes nothing.',
  },
  {
    kind: 'honest',
    title: 'a fragment of HTML for a reply',
    bot: answers(page('<p>Hello <b>Ada</b></p>')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Fragment
      - hello: Hello <b>Ada</b>
    `,
    verdict: 'passed',
    broken: {
      bot: answers(page('<!doctype html><p>Hello <b>Ada</b></p>')),
      verdict: 'error',
    },
    why: 'Bots of web sites speak in markup; a whole document is another thing.',
  },
  {
    kind: 'honest',
    title: 'JSON that is labelled as a page',
    bot: answers(page('{"text": "Hello Ada"}')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Label
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: { bot: answers(page('{"text": "Hello Bob"}')), verdict: 'failed' },
    why: 'What it is counts, not what it is called.',
  },
  {
    kind: 'honest',
    title: 'a plain sentence that is labelled as a page',
    bot: answers(page('Hello Ada')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Label
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: { bot: answers(page('Hello Bob')), verdict: 'failed' },
    why: 'Frameworks label texts as HTML when nobody tells them otherwise.',
  },
  {
    kind: 'honest',
    title: 'a reply in JSON that explains how a page begins',
    bot: answers({ text: '<!doctype html> is the first line of a page.' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Lesson
      - How does a page begin?: is the first line
    `,
    verdict: 'passed',
    broken: { bot: answers({ text: '<!doctype html> is nothing.' }), verdict: 'failed' },
    why: 'The bot speaks of a page and is none.',
  },
  {
    kind: 'honest',
    title: 'a bot that answers with pages, as its suite says',
    bot: answers(page('<!doctype html><title>Bot</title><p>Hello Ada</p>')),
    suite: `
      configuration:
        channel: { kind: http, url: http://127.0.0.1:PORT/, accepts: html }
      ---
      - test: Pages
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: { suite: [', accepts: html', ''], verdict: 'error' },
    why: 'The tester knows that it does.',
  },
  {
    kind: 'lie',
    title: 'a redirect that loses what was said',
    bot: redirecting(302, '/login'),
    suite: `
      configuration: { ${http} }
      ---
      - test: Redirect
      - hello
    `,
    verdict: 'error',
    says: /\/login/,
    why: 'What answers has not heard the message: the address is wrong or the session is over.',
  },
  {
    kind: 'honest',
    title: 'a redirect that keeps what was said, on the same origin',
    bot: redirecting(307),
    suite: `
      configuration: { ${http} }
      ---
      - test: Redirect
      - hello: POST hello
    `,
    verdict: 'passed',
    broken: { bot: redirectingAway, verdict: 'error', code: 'redirect-refused' },
    why: 'The bot has moved and hears the message; on another origin nobody may read it.',
  },
  {
    kind: 'honest',
    title: 'an answer that is to be seen elsewhere',
    bot: redirecting(303, '/replies/1'),
    suite: `
      configuration: { ${http} }
      ---
      - test: See other
      - hello: GET nothing
    `,
    verdict: 'passed',
    broken: { bot: redirecting(302, '/replies/1'), verdict: 'error' },
    why: '303 says that the message was taken and where its answer is.',
  },
  {
    kind: 'honest',
    title: 'a bot asked by GET that has moved',
    bot: redirecting(301),
    suite: `
      configuration:
        channel: { kind: http, method: GET, url: http://127.0.0.1:PORT/chat }
      ---
      - test: Moved
      - hello: GET nothing
    `,
    verdict: 'passed',
    broken: {
      bot: redirecting(301, 'http://169.254.169.254/'),
      verdict: 'error',
      code: 'egress-refused',
    },
    why: 'A GET loses nothing on the way.',
  },
  {
    kind: 'honest',
    title: 'a bot that asks to be asked again at once',
    bot: answers(later(0, 429), { text: 'Hello Ada' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Again
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: {
      bot: answers(later(0, 429), { text: 'Hello Bob' }),
      verdict: 'failed',
    },
    why: 'A rate limit that says when is no fault of the answer.',
  },
  {
    kind: 'lie',
    title: 'a bot that asks to be asked again and hides how long that took',
    bot: answers(later(1), { text: 'Hello Ada' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Again
      - hello:
        - prompt: Hello Ada
        - latency < 900ms
    `,
    verdict: 'failed',
    code: 'mismatch',
    why: 'The customer has waited since the first send.',
  },
  {
    kind: 'lie',
    title: 'a bot that asks for more time than a reply may take',
    bot: answers(later(120), { text: 'Hello Ada' }),
    suite: `
      configuration:
        ${http}
        replyTimeout: 300ms
      ---
      - test: Again
      - hello: Hello Ada
    `,
    verdict: 'error',
    code: 'unavailable',
    why: 'Two minutes are more than the tester allows.',
  },
  {
    kind: 'lie',
    title: 'an error status with friendly words',
    bot: answers({ status: 500, body: '{"text": "Hello Ada"}' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Status
      - hello: Hello Ada
    `,
    verdict: 'error',
    code: 'http-status',
    why: 'The bot says that it failed.',
  },
  {
    kind: 'lie',
    title: 'an error status where silence is expected',
    bot: answers({ status: 500, body: '' }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Status
      - hello:
        - no reply
    `,
    verdict: 'error',
    code: 'http-status',
    why: 'A bot that failed does not keep silent, it failed.',
  },
  {
    kind: 'lie',
    title: 'success with nothing but an error in it',
    bot: answers({ error: { code: 'overloaded' } }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Overloaded
      - hello
    `,
    verdict: 'error',
    code: 'reply-not-found',
    why: 'There is no reply in the answer.',
  },
  {
    kind: 'lie',
    title: 'an answer that breaks off in the middle',
    bot: answers(page('{"text": "Hello Ada", "items": [', 'application/json')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Cut
      - hello: Hello Ada
    `,
    verdict: 'error',
    code: 'malformed-answer',
    why: 'What is missing may be just what matters.',
  },
  {
    kind: 'honest',
    title: 'a status that says "accepted" and brings the reply',
    bot: answers({
      status: 202,
      headers: { 'content-type': 'application/json' },
      body: '{"text": "Hello Ada"}',
    }),
    suite: `
      configuration: { ${http} }
      ---
      - test: Accepted
      - hello: Hello Ada
    `,
    verdict: 'passed',
    broken: {
      bot: answers({ status: 402, body: '{"text": "Hello Ada"}' }),
      verdict: 'error',
      code: 'http-status',
    },
    why: 'Everything from 200 to 299 is success.',
  },
  {
    kind: 'honest',
    title: 'a text that begins with a bracket and is no JSON',
    bot: answers(page('[Ada] Hello!', 'application/json')),
    suite: `
      configuration: { ${http} }
      ---
      - test: Bracket
      - hello: '[Ada] Hello!'
    `,
    verdict: 'passed',
    broken: { bot: answers(page('[Bob] Hello!', 'application/json')), verdict: 'failed' },
    why: 'A bracket may well begin a sentence.',
  },
];
