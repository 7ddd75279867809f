import { expect, it } from 'vitest';
import { formatOffer, formatPrice } from './format-price.ts';

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

it.each([
  [9900, 'month', 1, '€99.00 per month'],
  [27_000, 'month', 3, '€270.00 every 3 months'],
  [99_000, 'year', 1, '€990.00 per year'],
  [9900, null, 1, '€99.00'],
  [null, 'month', 1, 'Usage-based'],
])('an offer of %s for each %s × %i is %s', (amount, interval, intervalCount, text) => {
  expect(formatOffer({ amount, currency: 'eur', interval, intervalCount })).toBe(text);
});
