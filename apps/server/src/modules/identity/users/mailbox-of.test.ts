import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

it.each([
  ['Ada@Acme.example', 'ada@acme.example'],
  ['ada+alerts@acme.example', 'ada@acme.example'],
  ['ada+a+b@acme.example.', 'ada@acme.example'],
  ['a.da@acme.example', 'a.da@acme.example'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['A.da@GoogleMail.com', 'ada@gmail.com'],
])('the address %s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
