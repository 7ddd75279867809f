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
const here = ['127.0.0.1:3000', '[::1]:3000', 'localhost:3000'];

describe('what no suite may reach', () => {
  it.each([
    ['the server on this machine', {}, []],
    ['the server behind a proxy', { publicUrl: 'https://parley.example' }, ['parley.example:443']],
    ['the server on an address of the network', { host: '10.0.0.7' }, ['10.0.0.7:3000']],
    ['the server on all addresses', { host: '0.0.0.0' }, []],
    [
      'the metrics',
      { metrics: { port: 9464, token: undefined } },
      ['127.0.0.1:9464', '[::1]:9464', 'localhost:9464'],
    ],
    [
      'where Twilio brings the audio of calls',
      { phone: { twilio: { ...twilio, port: 3002 } } },
      ['127.0.0.1:3002', '[::1]:3002', 'localhost:3002'],
    ],
    ['the database', { databaseUrl: 'postgresql://a:b@db.internal/parley' }, ['db.internal:5432']],
    ['a database by its socket', { databaseUrl: 'postgresql:///parley?host=/run' }, []],
    ['the mail server', { smtpUrl: 'smtps://mail.example' }, ['mail.example:465']],
    ['the mail server with a port', { smtpUrl: 'smtp://[fd00::1]:2525' }, ['[fd00::1]:2525']],
  ])('%s', (_, change, more) => {
    expect(ownListeners({ ...plain, ...change })).toEqual([...here, ...more]);
  });
});
