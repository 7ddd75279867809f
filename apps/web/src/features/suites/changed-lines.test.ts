import { expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

const shown = (before: string, after: string) =>
  changedLines(before, after).map(({ change, text }) => `${signs[change]}${text}`);
const signs = { added: '+', removed: '-', same: ' ' };

it.each([
  ['a\nb\nc\nd', 'a\nb\nX\nd', [' b', '-c', '+X', ' d']],
  ['a\nb', 'a\nnew\nb', [' a', '+new', ' b']],
  ['a\nb\nc', 'a\nc', [' a', '-b', ' c']],
  ['a\na', 'a\na\na', [' a', '+a']],
  ['a', 'a', []],
  ['', 'a', ['-', '+a']],
  ['a\nb\nc\nd\ne', 'X\nb\nc\nd\nY', ['-a', '-b', '-c', '-d', '-e', '+X', '+b', '+c', '+d', '+Y']],
])('shows how %j becomes %j', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});
