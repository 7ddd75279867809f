import { describe, expect, it } from 'vitest';
import { retryDeadlock } from './deadlock.ts';

/** Wraps an error as drizzle does: the driver's error is the cause. */
const failure = (code: string) =>
  new Error('A query failed', { cause: Object.assign(new Error(), { code }) });

describe('a transaction that may meet a deadlock', () => {
  it.each([
    { failures: ['40P01'], tries: 2, ends: 'well' },
    { failures: ['40P01', '40P01'], tries: 3, ends: 'well' },
    { failures: ['40P01', '40P01', '40P01'], tries: 3, ends: 'badly' },
    { failures: ['23505'], tries: 1, ends: 'badly' },
  ])('is tried $tries times after $failures and ends $ends', async ({ failures, tries, ends }) => {
    let tried = 0;
    const outcome = retryDeadlock(async () => {
      const code = failures[tried];
      tried += 1;
      if (code !== undefined) throw failure(code);
      return 'well';
    });
    expect(await outcome.catch(() => 'badly')).toBe(ends);
    expect(tried).toBe(tries);
  });
});
