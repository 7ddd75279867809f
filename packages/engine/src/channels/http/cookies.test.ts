import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';

/** Sends two messages over a channel with its own cookie, and returns the bot's replies. */
async function talk(port: number, more: object = {}) {
  const channel = {
    kind: 'http',
    url: `http://127.0.0.1:${port}/`,
    headers: { Cookie: 'theme=dark; sid=of-the-suite' },
    ...more,
  };
  const { result } = await runText(
    `configuration: ${JSON.stringify({ channel, replyTimeout: 3 })}\n---\n- test: A\n- hello:\n- bye:\n`,
  );
  return result.tests[0]?.steps.map(({ reply }) => reply?.text);
}

/** Replies with the cookies that it received, and sets one. */
const tellsCookies: RequestListener = (request, response) =>
  response
    .setHeader('set-cookie', 'sid=of-the-bot')
    .end(JSON.stringify({ text: request.headers.cookie ?? 'none' }));

it('of the suite are sent beside those that the bot sets, whose values count', async () => {
  // The cookies as the bot received them; its replies mask a credential of the suite.
  const cookies: unknown[] = [];
  await using bot = await serveHttp((request, response) => {
    cookies.push(request.headers.cookie);
    tellsCookies(request, response);
  });
  await talk(bot.port);
  expect(cookies).toEqual(['theme=dark; sid=of-the-suite', 'theme=dark; sid=of-the-bot']);
});

it('of the suite are sent beside those of a bot that is asked for its replies', async () => {
  const cookies: unknown[] = [];
  const toSay: string[] = [];
  await using bot = await serveHttp((request, response) => {
    cookies.push(request.headers.cookie);
    response.setHeader('set-cookie', 'sid=of-the-bot');
    if (request.method === 'POST') toSay.push('hi');
    response.end(JSON.stringify({ messages: request.method === 'GET' ? toSay.splice(0) : [] }));
  });
  await talk(bot.port, { poll: `http://127.0.0.1:${bot.port}/`, pollMs: 100 });
  expect(cookies[0]).toBe('theme=dark; sid=of-the-suite');
  expect(cookies.at(-1)).toBe('theme=dark; sid=of-the-bot');
});

it('that come with a redirect are sent to where it leads', async () => {
  await using bot = await serveHttp((request, response) => {
    if (request.url !== '/') return tellsCookies(request, response);
    response.writeHead(303, { location: '/session', 'set-cookie': 'node=7' }).end();
  });
  expect(await talk(bot.port, { headers: {} })).toEqual(['node=7', 'node=7; sid=of-the-bot']);
});

it('are sent to no other origin, and those of another are not kept', async () => {
  await using other = await serveHttp(tellsCookies);
  const atHome: unknown[] = [];
  await using bot = await serveHttp((request, response) => {
    atHome.push(request.headers.cookie);
    const location = `http://127.0.0.1:${other.port}/`;
    response.writeHead(303, { location, 'set-cookie': 'node=7' }).end();
  });
  expect(await talk(bot.port)).toEqual(['none', 'none']);
  expect(atHome).toEqual(['theme=dark; sid=of-the-suite', 'theme=dark; sid=of-the-suite; node=7']);
});
