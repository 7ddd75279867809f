import type { RunFigures } from '@parley/contract';
import { expect, it } from 'vitest';
import { formatShare, passedInterval, passedShare } from './share-of.ts';

it.each([
  [0, 0, null, '–', null],
  [3, 0, 100, '100%', '43 to 100%'],
  [0, 2, 0, '0%', '0 to 66%'],
  [2, 1, 200 / 3, '66.7%', '20 to 94%'],
  [35, 0, 100, '100%', '90 to 100%'],
  [9_999, 1, 99.99, '99.9%', '99 to 100%'],
])('of %i passed and %i failed runs', (passed, failed, share, text, interval) => {
  const figures = { passed, failed } as RunFigures;
  expect(passedShare(figures)).toEqual(share);
  expect(formatShare(share)).toBe(text);
  expect(passedInterval(figures)).toBe(interval);
});
