/** Retries after a deadlock. If two transactions wait for each other, PostgreSQL ends one of them, which may be tried again. */

import { causesOf } from '../errors/causes-of.ts';

const attemptsMax = 3;

export function isDeadlock(error: unknown): boolean {
  return causesOf(error).some((cause) => 'code' in cause && cause.code === '40P01');
}

/**
 * Runs a transaction and retries it after a deadlock. `transact` is one whole transaction, which leaves nothing behind if it
 * fails.
 */
export async function retryDeadlock<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === attemptsMax || !isDeadlock(error)) throw error;
    }
  }
}
