import { describe, expect, it } from 'vitest';
import { fillAddress } from './fill-address.ts';

describe('fillAddress', () => {
  it.each([
    ['{{base}}/chat', { base: 'https://bot.example:8080/v1' }, 'https://bot.example:8080/v1/chat'],
    [`\${base}/chat`, { base: 'https://bot.example' }, 'https://bot.example/chat'],
    ['{{scheme}}://{{host}}/chat', { scheme: 'http', host: 'b:1' }, 'http://b:1/chat'],
    ['http://{{host}}/chat', { host: 'localhost:8080' }, 'http://localhost:8080/chat'],
    ['ws://{{host}}:{{port}}', { host: 'localhost', port: '8080' }, 'ws://localhost:8080'],
    ['http://{{host}}/', { host: '[::1]:8080' }, 'http://[::1]:8080/'],
    ['http://{{tenant}}.bot.example/', { tenant: 'a-b' }, 'http://a-b.bot.example/'],
    [
      'http://bot.example/{{id}}?a={{b}}#{{c}}',
      { id: 'a/b c', b: 'x&y=z', c: '#' },
      'http://bot.example/a%2Fb%20c?a=x%26y%3Dz#%23',
    ],
    ['http://bot.example/at/{{time}}', { time: '10:30' }, 'http://bot.example/at/10%3A30'],
    [
      '{{base}}/{{id}}',
      { base: 'http://bot.example', id: '//evil.example' },
      'http://bot.example/%2F%2Fevil.example',
    ],
    ['http://{{host}}/{{after}}', { host: 'b' }, 'http://b/{{after}}'],
    ['http://bot.example/{{id}}', { id: '\ud800' }, 'http://bot.example/%EF%BF%BD'],
  ])('fills in %s', (template, values, filled) => {
    expect(fillAddress(template, values as Record<string, string>)).toBe(filled);
  });

  /** @returns the host of an address, or `no address` */
  const hostOf = (address: string) =>
    URL.canParse(address) ? new URL(address).host : 'no address';

  it.each([
    ['http://bot.example/{{x}}', 'bot.example'],
    ['http://bot.example/a?{{x}}', 'bot.example'],
    ['http://bot.example/{{x}}/b', 'bot.example'],
    ['http://bot.example#{{x}}', 'bot.example'],
    ['http://{{x}}.bot.example/', 'no address'],
    ['http://bot.example{{x}}/', 'no address'],
    ['http://bot.example:{{x}}/', 'no address'],
    // After an empty value, a value is still not at the beginning.
    ['{{none}}{{x}}', 'no address'],
    ['{{none}}/{{x}}', 'no address'],
  ])('lets no value lead elsewhere: %s', (template, host) => {
    for (const x of [
      'http://evil.example/',
      '@evil.example/',
      'user:pass@evil.example',
      '\\\\evil.example',
      '/../..//evil.example',
      'x/@evil.example',
      'evil.example/',
      'evil.example?',
      'evil.example#',
    ]) {
      const found = hostOf(fillAddress(template, { none: '', x }));
      expect([host, 'no address']).toContain(found);
    }
  });
});
