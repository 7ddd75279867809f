import type { RunFigures } from '@parley/contract';
import { expect, it } from 'vitest';
import { formatShare, passedShare } from './share-of.ts';

it.each([
  [0, 0, null, '–'],
  [3, 0, 100, '100 %'],
  [0, 2, 0, '0 %'],
  [2, 1, 200 / 3, '66.7 %'],
  [9_999, 1, 99.99, '99.9 %'],
])('of %i passed and %i failed runs', (passed, failed, share, text) => {
  const figures = { passed, failed } as RunFigures;
  expect(passedShare(figures)).toEqual(share);
  expect(formatShare(share)).toBe(text);
});
