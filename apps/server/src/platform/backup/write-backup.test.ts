import { expect, it } from 'vitest';
import { partsOf } from './write-backup.ts';

const megabyte = 1024 * 1024;

it.each([
  ['no rows', [], []],
  ['small rows', [1, 2, 3], [3]],
  ['large rows', [5 * megabyte, 3 * megabyte, 1, 7 * megabyte, 2 * megabyte], [2, 2, 1]],
  ['a row that is too large for any', [1, 20 * megabyte, 1], [1, 1, 1]],
])('puts %s into parts of at most 8 MiB', (_, lengths, expected) => {
  const rows = lengths.map((length) => 'x'.repeat(length));
  const parts = partsOf(rows);
  expect(parts.map((part) => part.length)).toEqual(expected);
  expect(parts.flat()).toEqual(rows);
});
