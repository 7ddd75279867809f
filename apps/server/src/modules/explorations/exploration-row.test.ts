import type { SuiteConfiguration } from '@parley/suite';
import { expect, it } from 'vitest';
import { addressOf } from './exploration-row.ts';

it.each<[string, SuiteConfiguration, string]>([
  [
    'as it is',
    { channel: { kind: 'http', url: 'https://bot.example/m' } },
    'https://bot.example/m',
  ],
  [
    'filled in',
    {
      channel: { kind: 'http', url: '{{base}}/{{tenant}}/m' },
      variables: { base: 'https://bot.example', tenant: 'a/b' },
    },
    'https://bot.example/a%2Fb/m',
  ],
  [
    'a number that is filled in',
    { channel: { kind: 'phone', to: '{{line}}' }, variables: { line: '+12025550123' } },
    '+12025550123',
  ],
  ['none', { channel: { kind: 'directline', secret: 's' } }, ''],
  ['none without a channel', {}, ''],
])('the address of an exploration is told: %s', (_, configuration, address) => {
  expect(addressOf(configuration)).toBe(address);
});
