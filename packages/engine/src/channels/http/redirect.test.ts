import { expect, it } from 'vitest';
import { createEgress } from '../../egress/egress.ts';
import { failureOf } from '../../failure.ts';
import { redirected } from './redirect.ts';

const { checkUrl } = createEgress({ allow: [] });
const check = (url: string) => checkUrl(url, ['http:', 'https:']);

function follow(origin: string, location: string, status = 302) {
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
