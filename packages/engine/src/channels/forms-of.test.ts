import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formsOf } from './forms-of.ts';
import { createMask, maskMark } from './mask.ts';

const secret = fc
  .string({ minLength: 8, maxLength: 40, unit: 'grapheme' })
  .filter((text) => text.trim() === text && new Set(text).size >= 3);
const other = fc.string({ maxLength: 9 });

/** Ways in which programs repeat a value, with other data around it. */
const encodings: Record<string, (value: string, before: string, after: string) => string> = {
  plain: (value, before, after) => before + value + after,
  'URL component': (value) => `?a=${encodeURIComponent(value)}`,
  form: (value) => new URLSearchParams({ a: value }).toString(),
  'JSON text': (value) => JSON.stringify({ a: value }),
  'JSON in JSON': (value) => JSON.stringify({ a: JSON.stringify({ b: value }) }),
  Base64: (value) => Buffer.from(value).toString('base64'),
  'Base64 of more': (value, before, after) =>
    Buffer.from(before + value + after).toString('base64'),
  'Base64 for URLs': (value, before, after) =>
    Buffer.from(before + value + after).toString('base64url'),
  hex: (value, before, after) => Buffer.from(before + value + after).toString('hex'),
  HEX: (value, before, after) =>
    Buffer.from(before + value + after)
      .toString('hex')
      .toUpperCase(),
  HTML: (value) =>
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
};

/** Values that a reader of a masked text could still recover. */
const readable = (text: string): string[] => {
  const parts = text.split(maskMark);
  return [
    text,
    ...parts.flatMap((part) => [
      Buffer.from(part, 'base64').toString(),
      Buffer.from(part, 'base64url').toString(),
      Buffer.from(part, 'hex').toString(),
    ]),
  ];
};

it.each(Object.entries(encodings))('masks a secret as %s', (_, encode) => {
  fc.assert(
    fc.property(secret, other, other, (value, before, after) => {
      const mask = createMask();
      mask.hide(value);
      const shown = mask.inText(encode(value, before, after));
      expect(shown).toContain(maskMark);
      for (const text of readable(shown)) expect(text).not.toContain(value);
    }),
  );
});

it('masks the authorization that is made of a name and a secret', () => {
  const mask = createMask();
  mask.hide('pa55-w0rd');
  const basic = Buffer.from('ada:pa55-w0rd').toString('base64');
  const shown = mask.inText(`Authorization: Basic ${basic}`);
  expect(Buffer.from(shown.split(' ')[2] ?? '', 'base64').toString()).not.toMatch(/pa55/);
});

it('leaves other texts as they are', () => {
  const mask = createMask();
  mask.hide('pa55-w0rd');
  const text = 'Your password is not pa55word. *** …';
  expect(mask.inText(text)).toBe(text);
});

it('has no form that is short enough to occur by chance', () => {
  for (const value of ['abcdef', 'a/b"c<', 'öäüßéè']) {
    for (const form of formsOf(value)) expect(form.length).toBeGreaterThanOrEqual(6);
  }
});
