import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEgress, failureOf } from '@parley/egress';
import { describe, expect, it } from 'vitest';
import { runText } from '../../test/run-text.ts';
import { serveHttp } from '../../test/servers.ts';
import { redirected } from './redirect.ts';

const { checkUrl } = createEgress({ allow: [] });
const check = (url: string) => checkUrl(url, ['http:', 'https:']);

function follow(origin: string, location: string, status = 303) {
  const request = {
    origin,
    path: '/message',
    method: 'POST',
    headers: { authorization: 'secret' },
    traffic: undefined,
  };
  const answer = { status, headers: { location }, body: '' };
  try {
    return redirected(request as never, answer as never, check);
  } catch (error) {
    return failureOf(error).code;
  }
}

it('goes from https to https, never to http', () => {
  expect(follow('https://bot.example', 'https://bot.example/other')).toMatchObject({
    origin: 'https://bot.example',
    headers: { authorization: 'secret' },
  });
  expect(follow('https://bot.example', 'http://bot.example/other')).toBe('redirect-refused');
  expect(follow('https://bot.example', '//127.0.0.1/')).toBe('egress-refused');
});

it.each([301, 302, 303, 307, 308])('follows %i to no private address', (status) => {
  expect(follow('http://bot.example', 'http://127.0.0.1/', status)).toBe('egress-refused');
  expect(follow('http://bot.example', 'http://[::ffff:10.0.0.1]/', status)).toBe('egress-refused');
});

/** Runs one step against a bot that answers `/moved` and redirects all other requests there. */
async function ask(status: number, settings: object, location = '/moved', step = '- hello') {
  const asked: { method: string; path: string; body: string; cookie: string }[] = [];
  await using bot = await serveHttp(async (request, response) => {
    const { method = '', url = '', headers } = request as IncomingMessage;
    asked.push({ method, path: url, body: await text(request), cookie: headers.cookie ?? '' });
    if (url.startsWith('/moved')) {
      if (headers.accept === 'text/event-stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return void response.write('data: hi\n\n');
      }
      return void response.end('{"text": "hi", "messages": ["hi"], "choices": []}');
    }
    response.writeHead(status, { location, 'set-cookie': 'sid=1' }).end();
  });
  const url = `http://127.0.0.1:${bot.port}/`;
  const channel = { kind: 'http', url, ...settings };
  const filled = JSON.stringify({ configuration: { channel, replyTimeout: 3 } });
  const { result } = await runText(`${filled.replaceAll('BOT', url)}\n---\n- test: A\n${step}`);
  const [test] = result.tests;
  return { asked, outcome: test?.outcome, failure: test?.failure };
}

describe('a message that is redirected', () => {
  it.each([301, 302])('with %i is an error that names where to', async (status) => {
    const { asked, failure } = await ask(status, {}, '/login?state=abcdef');
    expect(failure).toMatchObject({
      class: 'configuration',
      code: 'redirect-refused',
      message: expect.stringMatching(
        new RegExp(
          `^The bot redirects the message with status ${status} to http://127\\.0\\.0\\.1:\\d+/login\\?….$`,
        ),
      ),
    });
    expect(asked).toHaveLength(1);
  });

  it('with 303 is answered where it leads, without its words', async () => {
    const { asked, outcome } = await ask(303, {});
    expect(outcome).toBe('passed');
    expect(asked[1]).toMatchObject({ method: 'GET', path: '/moved', body: '', cookie: 'sid=1' });
  });

  it.each([307, 308])('with %i goes there as it is, on the same origin', async (status) => {
    const { asked, outcome } = await ask(status, { method: 'PUT' });
    expect(outcome).toBe('passed');
    expect(asked[1]).toMatchObject({ method: 'PUT', path: '/moved' });
    expect(asked[1]?.body).toBe(asked[0]?.body);
    const elsewhere = await ask(status, {}, 'http://127.0.0.2:9/moved');
    expect(elsewhere.failure?.code).toBe('redirect-refused');
    expect(elsewhere.asked).toHaveLength(1);
  });

  it.each([
    ['sse', { kind: 'sse' }],
    ['openai', { kind: 'openai', model: 'm' }],
    ['directline', { kind: 'directline', secret: 's' }],
    ['a bot that is asked', { poll: 'BOTmoved' }],
    ['a bot on a stream', { kind: 'sse', stream: 'BOTmoved' }],
  ])('is treated alike on every channel: %s', async (_, settings) => {
    const { failure } = await ask(302, settings, '/login');
    expect(failure).toMatchObject({ code: 'redirect-refused' });
    expect(failure?.message).toContain('/login');
  });
});

describe('a question that is redirected', () => {
  it.each([301, 302, 303, 307, 308])('with %i is asked where it leads', async (status) => {
    const { asked, outcome } = await ask(status, { method: 'GET', url: 'BOT?q={{text}}' });
    expect(outcome).toBe('passed');
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /?q=hello',
      'GET /moved',
    ]);
  });

  it('is followed for replies that are asked for, and for a stream', async () => {
    const polled = await ask(302, { url: 'BOTmoved', poll: 'BOT', repeats: true, pollMs: 100 });
    expect(polled.outcome).toBe('passed');
    const streamed = await ask(302, { kind: 'sse', url: 'BOTmoved', stream: 'BOT' });
    expect(streamed.outcome).toBe('passed');
  });
});
