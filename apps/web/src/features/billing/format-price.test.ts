import { expect, it } from 'vitest';
import { formatPrice } from './format-price.ts';

it.each([
  [9900, 'eur', '€99.00'],
  [79_999, 'usd', '$799.99'],
  [5000, 'jpy', '¥5,000'],
  [0, 'gbp', '£0.00'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text);
});
