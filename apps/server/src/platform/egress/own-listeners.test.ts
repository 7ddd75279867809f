import { describe, expect, it } from 'vitest';
import { ownListeners } from './own-listeners.ts';

const plain = {
  host: '127.0.0.1',
  port: 3000,
  metrics: null,
  phone: { twilio: null },
  publicUrl: 'http://localhost:3000',
  databaseUrl: undefined,
  smtpUrl: undefined,
};
const twilio = {
  url: undefined,
  accountSid: 'AC',
  authToken: 'token',
  from: '+12025550123',
  streamUrl: 'wss://calls.parley.example/',
  host: '127.0.0.1',
};
describe('what no suite may reach', () => {
  it.each([
    ['the server on this machine', {}, [3000], []],
    [
      'the server behind a proxy',
      { publicUrl: 'https://parley.example' },
      [3000],
      ['parley.example:443'],
    ],
    ['the server on an address of the network', { host: '10.0.0.7' }, [3000], ['10.0.0.7:3000']],
    ['the server on all addresses', { host: '0.0.0.0' }, [3000], []],
    ['the metrics', { metrics: { port: 9464, token: undefined } }, [3000, 9464], []],
    [
      'where Twilio brings the audio of calls',
      { phone: { twilio: { ...twilio, port: 3002 } } },
      [3000, 3002],
      [],
    ],
    [
      'the database',
      { databaseUrl: 'postgresql://a:b@db.internal/parley' },
      [3000],
      ['db.internal:5432'],
    ],
    [
      'a database on this machine',
      { databaseUrl: 'postgresql://a:b@127.0.0.1:5433/parley' },
      [3000, 5433],
      [],
    ],
    ['a database by its socket', { databaseUrl: 'postgresql:///parley?host=/run' }, [3000], []],
    ['the mail server', { smtpUrl: 'smtps://mail.example' }, [3000], ['mail.example:465']],
    ['a mail server on this machine', { smtpUrl: 'smtp://localhost.:2525' }, [3000, 2525], []],
    [
      'the mail server with a port',
      { smtpUrl: 'smtp://[fd00::1]:2525' },
      [3000],
      ['[fd00::1]:2525'],
    ],
  ])('%s', (_, change, ownPorts, deny) => {
    expect(ownListeners({ ...plain, ...change })).toEqual({ ownPorts, deny });
  });
});
