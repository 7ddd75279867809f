import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { readableForwardedFor } from './forwarded-for.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['2001:DB8::7', '2001:db8::7'],
  ['2001:db8:0:0::7', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::7]:80', '2001:db8::7'],
  ['"[2001:db8::7]:80"', '2001:db8::7'],
  ['fe80::7%eth0', 'fe80::7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['198.51.100.1:1, 203.0.113.7:2', '198.51.100.1, 203.0.113.7'],
  ['198.51.100.1, garbage, 203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, garbage', ''],
  ['198.51.100.1,', ''],
  ['unknown', ''],
  ['_hidden', ''],
  ['203.0.113.7:99999', ''],
  ['203.0.113.7:', ''],
  ['203.0.113.7:1:2', ''],
  ['[203.0.113.7]:80', ''],
  ['0x7f.1', ''],
  ['203.0.113.007', ''],
  ['', ''],
])('X-Forwarded-For of “%s” is read as “%s”', (header, read) => {
  expect(readableForwardedFor(header)).toBe(read);
});

describe('a limit by address', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      hasWorker: false,
      settings: { PARLEY_RATE_LIMITS: 'on', PARLEY_TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => app.close());

  /** Returns how many requests a client with this header has left. */
  async function leftTo(forwardedFor: string): Promise<number> {
    const { headers } = await fetch(`${app.url}/internal/v1/installation`, {
      headers: { 'x-forwarded-for': forwardedFor },
    });
    return Number(headers.get('x-ratelimit-remaining'));
  }

  it.each([
    ['a port', '203.0.113.7:1001', '203.0.113.7:1002'],
    ['a port of IPv6', '[2001:db8::7]:1001', '[2001:db8::7]:1002'],
    ['another spelling', '2001:db8::8', '2001:DB8:0::8'],
    ['no address', 'garbage-1', 'garbage-2'],
    ['no address in its place', '203.0.113.1, garbage-3', '203.0.113.2, garbage-4'],
  ])('does not begin anew with %s in X-Forwarded-For', async (_, first, second) => {
    const left = await leftTo(first);
    expect(await leftTo(second)).toBe(left - 1);
  });

  it('counts addresses apart', async () => {
    const left = await leftTo('203.0.113.20');
    expect(await leftTo('203.0.113.21')).toBe(left);
  });
});
