/**
 * Limits password hashing. scrypt takes about 100 ms of CPU time and 16 MiB, so at most two hashes are computed at a time, and
 * a flood of attempts cannot starve the API. Up to 20 more wait for up to 30 s; others are refused.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createFairSemaphore } from '@parley/engine/fair-semaphore';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

const running = { atOnceMax: 2, waitingMax: 20, waitMaxMs: 30_000 };

/** The single party for all callers, because unauthenticated callers cannot be told apart. */
const everybody = 'everybody';

export class TooBusyToHash extends Error {}

export function createPasswordHashing(waitMs = running.waitMaxMs) {
  const turns = createFairSemaphore(
    {
      atOnce: running.atOnceMax,
      atOncePerParty: running.atOnceMax,
      waitingPerMember: running.waitingMax,
      waitMs,
    },
    () => new TooBusyToHash(),
  );

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const leave = await turns.enter(everybody);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (attempt: { hash: string; password: string }) => inTurn(() => verifyPassword(attempt)),
  };
}

/** Shared by the whole process, so that all hashes wait in the same queue. */
export const passwordHashing = createPasswordHashing();

const madeAhead = new AsyncLocalStorage<string>();

/**
 * Lets the identity library set a password that is already hashed. The library uses up a reset link before it hashes, so if
 * hashing were refused, the user would have neither the link nor the password.
 */
export function withHashAhead<T>(hash: string, setPassword: () => Promise<T>): Promise<T> {
  return madeAhead.run(hash, setPassword);
}

/** Hashing functions for the identity library. */
export const libraryHashing = {
  ...passwordHashing,
  hash: async (password: string) => madeAhead.getStore() ?? passwordHashing.hash(password),
};
