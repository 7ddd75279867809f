import { describe, expect, it } from 'vitest';
import { canonicalEmail, mailableEmail } from './canonical-email.ts';

describe('canonicalEmail', () => {
  it.each([
    ['ada@parley.example', 'ada@parley.example'],
    ['  Ada@Parley.EXAMPLE ', 'ada@parley.example'],
    ['ada@parley.example.', 'ada@parley.example'],
    ['ada＠parley．example', 'ada@parley.example'],
    ['ａｄａ@parley.example', 'ada@parley.example'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada+suite1@parley.example', 'ada+suite1@parley.example'],
  ])('writes %j as %j', (text, canonical) => {
    expect(canonicalEmail(text)).toBe(canonical);
  });

  it.each([
    '',
    'ada',
    'ada@parley',
    '@parley.example',
    'ada@@parley.example',
    'ada@parley.example,eve@evil.example',
    'ada@parley.example\r\nBcc: eve@evil.example',
    'ada @parley.example',
    'admın@parley.example',
    'аda@parley.example',
    'ada@exa%6dple.example',
    'ada@-.example:80',
  ])('refuses %j', (text) => {
    expect(canonicalEmail(text)).toBeNull();
  });

  it.each(['=?utf-8?q?a?=@y.co', 'a(comment)@y.co', ':a@y.co', 'a:b@y.co', 'a"b@y.co'])(
    'writes %j, but mails are not sent there anew',
    (text) => {
      expect(canonicalEmail(text)).toBe(text);
      expect(mailableEmail(text)).toBeNull();
    },
  );

  it.each(["o'brien+tag@y.co", 'a.b_c=d?e!f#g@y.co'])(
    'takes %j as somewhere to write to',
    (text) => {
      expect(mailableEmail(text)).toBe(text);
    },
  );

  it('refuses more than 254 characters', () => {
    expect(canonicalEmail(`${'a'.repeat(250)}@parley.example`)).toBeNull();
  });
});
