import { expect, it } from 'vitest';
import { formatPrice } from './format-price.ts';

it.each([
  [9900, 'eur', '€99.00'],
  [79_999, 'usd', '$799.99'],
  [5000, 'jpy', '¥5,000'],
  [0, 'gbp', '£0.00'],
  [990_000, 'huf', 'HUF\u00a09,900.00'],
  [990_000, 'isk', 'ISK\u00a09,900.00'],
  [15_000_000, 'cop', 'COP\u00a0150,000.00'],
  [9900, 'kwd', 'KWD\u00a09.900'],
  [65_000, 'xof', 'F\u202fCFA\u00a065,000'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text);
});
