import { expect, it } from 'vitest';
import { ownEnvironment } from './own-environment.ts';

const around = {
  PATH: '/usr/bin',
  DATABASE_URL: 'postgresql://parley@db.example/parley',
  PARLEY_SECRET: 'the secret of an installation',
  SMTP_URL: 'smtp://mail.example',
  PORT: '3000',
};

it('gives a program of a test nothing of an installation that the caller has in the environment', () => {
  expect(ownEnvironment({ PARLEY_DATA_DIR: './data-of-a-test' }, around)).toEqual({
    PATH: '/usr/bin',
    PARLEY_DATA_DIR: './data-of-a-test',
  });
});

it.each([
  ['of somebody', 'postgresql://parley@db.example/parley', false],
  ['named like one of a test', 'postgresql://parley@db.example/parley_testing', false],
  ['of a test', 'postgresql://postgres@127.0.0.1:5432/parley_test_x1_db', true],
  ['of a test, by a socket', 'postgresql:///parley_test_x1_db?host=/run/postgresql', true],
  ['none', '', true],
])('works on a database %s: %s', (_, DATABASE_URL, isTaken) => {
  const make = () => ownEnvironment({ DATABASE_URL }, around);
  if (isTaken) expect(make().DATABASE_URL).toBe(DATABASE_URL);
  else expect(make).toThrow('of its own alone');
});
