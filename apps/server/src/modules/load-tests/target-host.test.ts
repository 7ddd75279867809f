import { parseSuite } from '@parley/suite';
import { expect, it } from 'vitest';
import { targetHostOf } from './target-host.ts';

const suite = (url: string, variables: object) =>
  parseSuite(
    `configuration: ${JSON.stringify({ channel: { kind: 'http', url }, variables })}\n---\n- test: A\n- hi: hello\n`,
  ).suite;

it.each([
  ['{{base}}/chat', { base: 'https://bot.example/v1' }, 'bot.example:443'],
  ['http://{{host}}/chat', { host: 'bot.example:8080' }, 'bot.example:8080'],
  // With a trailing dot, it is the same bot, with the same proof and limit.
  ['https://Bot.Example./chat', {}, 'bot.example:443'],
])('a load test knows whom %s leads to', (url, variables, host) => {
  expect(targetHostOf(suite(url, variables)).host).toBe(host);
});

it('a load test is refused where the variable of its address is missing', () => {
  expect(() => targetHostOf(suite('{{base}}/chat', {}))).toThrow('{{base}} has no value');
});
