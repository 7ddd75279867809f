import { describe, expect, it } from 'vitest';
import { smallestChange } from './smallest-change.ts';

describe('the smallest change between two texts', () => {
  it.each([
    ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
    ['abc', 'ac', { from: 1, to: 2, insert: '' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['', 'abc', { from: 0, to: 0, insert: 'abc' }],
    ['abc', '', { from: 0, to: 3, insert: '' }],
    ['abc', 'xyz', { from: 0, to: 3, insert: 'xyz' }],
    ['same', 'same', null],
  ])('from "%s" to "%s"', (before, after, change) => {
    expect(smallestChange(before, after)).toEqual(change);
    if (!change) return;
    expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
  });
});
