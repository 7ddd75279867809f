import { expect, it } from 'vitest';
import { emailPattern, isPlainAddress } from './email-pattern.ts';

it.each([
  ['a@b.c', true],
  ['ivan+test@mail.acme.test', true],
  ['abc', false],
  ['abc@acme', false],
  ['@acme.test', false],
  ['ivan@.test', false],
  ['ivan@acme.', false],
  ['ivan @acme.test', false],
  ['ivan@acme.te st', false],
  ['ivan@ac me.test', false],
  ['ivan@acme@acme.test', false],
  ['ivan@acme.test@acme', false],
  ['ivan@acme\n.test', false],
])('[A-285] wants text, an at sign, text, a dot and text without spaces: %s', (email, fits) => {
  expect(emailPattern.test(email)).toBe(fits);
});

it.each([
  ["o'brien+tag@acme.test", true],
  ['=?utf-8?q?a?=@acme.test', false],
  ['a(b)@acme.test', false],
  ['a:b@acme.test', false],
  ['a；b@acme.test', false],
  ['"a"@acme.test', false],
])('mail programs read one mailbox in %s: %s', (email, isOne) => {
  expect(isPlainAddress(email)).toBe(isOne);
});
