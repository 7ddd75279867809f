import { expect, test } from 'vitest';
import { cronInWords } from './cron-in-words.ts';

test.each([
  ['0 9 * * 1-5', 'en-US', 'At 09:00 AM, Monday through Friday'],
  ['0 21 * * 0', 'de-DE', 'At 21:00, only on Sunday'],
  ['*/10 * * * *', 'en-US', 'Every 10 minutes'],
  ['0 12 1 * *', 'en-GB', 'At 12:00, on day 1 of the month'],
  ['0 9 * *', 'en-US', undefined],
  ['0 25 * * *', 'en-US', undefined],
  ['soon', 'en-US', undefined],
  ['', 'en-US', undefined],
])('%s, %s: %s', (cron, locale, words) => {
  expect(cronInWords(cron, locale)).toBe(words);
});
