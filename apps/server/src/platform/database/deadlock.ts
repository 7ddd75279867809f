/** Retries after deadlocks. If transactions wait for each other, PostgreSQL aborts one of them, which can be retried. */

import { causesOf } from '../errors/causes-of.ts';

const attemptsMax = 3;

export function isDeadlock(error: unknown): boolean {
  return causesOf(error).some((cause) => 'code' in cause && cause.code === '40P01');
}

/**
 * Runs a transaction and retries it after a deadlock. `transact` has to be one whole transaction, so that a failed attempt
 * leaves nothing behind.
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
