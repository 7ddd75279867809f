import { expect, it } from 'vitest';
import { withLineEndsOf, withLineFeeds } from './line-ends.ts';

it.each(['', 'a', 'a\nb\n', 'a\r\nb\r\n', '\r\n\r\n'])(
  'is the same text after a look: %j',
  (text) => {
    expect(withLineFeeds(text)).not.toContain('\r');
    expect(withLineEndsOf(text, withLineFeeds(text))).toBe(text);
  },
);

it('writes a line that is added as the others', () => {
  expect(withLineEndsOf('a\r\n', 'a\nb\n')).toBe('a\r\nb\r\n');
  expect(withLineEndsOf('a\n', 'a\nb\n')).toBe('a\nb\n');
});
