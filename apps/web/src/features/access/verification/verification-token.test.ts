import { expect, it } from 'vitest';
import { readVerificationToken } from './verification-token.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');

it.each([
  ['[A-212] three parts', 'u1:nora@acme.test:o1', 'nora@acme.test'],
  ['[A-213] a fourth part, the secret', 'u1:nora@acme.test:o1:s3cret', 'nora@acme.test'],
  ['an email with a colon', 'u1:"a:b"@acme.test:o1:s3cret', '"a:b"@acme.test'],
  ['an email beyond ASCII', 'u1:jörg@acme.test:o1:s3cret', 'jörg@acme.test'],
])('reads %s', (_, text, email) => {
  expect(readVerificationToken(encode(text))).toEqual({
    userId: 'u1',
    email,
    organizationId: 'o1',
  });
});

it.each([
  ['[A-213] two parts', encode('u1:nora@acme.test')],
  ['[A-214] no base64', '%%%'],
  ['[A-214] bytes that are no text', Buffer.from('u1:\xff:o1', 'latin1').toString('base64')],
  ['[A-214] nothing', ''],
])('refuses %s', (_, token) => {
  expect(readVerificationToken(token)).toBeNull();
});
