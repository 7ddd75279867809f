import { describe, expect, it } from 'vitest';
import { ownListeners } from './own-listeners.ts';

const plain = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: 'http://localhost:3000',
  databaseUrl: undefined,
  smtpUrl: undefined,
};
const here = ['127.0.0.1:3000', '[::1]:3000', 'localhost:3000'];

describe('what no suite may reach', () => {
  it.each([
    ['the server on this machine', {}, []],
    ['the server behind a proxy', { publicUrl: 'https://parley.example' }, ['parley.example:443']],
    ['the server on an address of the network', { host: '10.0.0.7' }, ['10.0.0.7:3000']],
    ['the server on all addresses', { host: '0.0.0.0' }, []],
    ['the database', { databaseUrl: 'postgresql://a:b@db.internal/parley' }, ['db.internal:5432']],
    ['a database by its socket', { databaseUrl: 'postgresql:///parley?host=/run' }, []],
    ['the mail server', { smtpUrl: 'smtps://mail.example' }, ['mail.example:465']],
    ['the mail server with a port', { smtpUrl: 'smtp://[fd00::1]:2525' }, ['[fd00::1]:2525']],
  ])('%s', (_, change, more) => {
    expect(ownListeners({ ...plain, ...change })).toEqual([...here, ...more]);
  });
});
