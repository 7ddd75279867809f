import { describe, expect, test } from 'vitest';
import { countOf, formatNumber, formatShare } from './format-number.ts';

describe('numbers as people read them', () => {
  test.each([
    [0, '0'],
    [0.4567, '0.457'],
    [8.27, '8.27'],
    [99.96, '100'],
    [100.4, '100'],
    [998.5, '999'],
    [999.4, '999'],
    [999.5, '1,000'],
    [12_400, '12,400'],
    [-1234.5, '-1,235'],
  ])('%d is %s', (value, shown) => {
    expect(formatNumber(value)).toBe(shown);
  });

  test.each([
    [0, false, '0 runs'],
    [1, false, '1 run'],
    [50, true, '50 runs, and more'],
    [1200, false, '1,200 runs'],
  ])('%d, more to come: %s, is %s', (count, isMore, shown) => {
    expect(countOf(count, 'run', isMore)).toBe(shown);
  });

  test.each([
    [0.004, '0.4%'],
    [0.12, '12%'],
    [1, '100%'],
  ])('a share of %d is %s', (share, shown) => {
    expect(formatShare(share)).toBe(shown);
  });
});
