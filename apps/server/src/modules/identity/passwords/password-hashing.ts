/**
 * scrypt takes about 100 ms of a core and 16 MiB. At most two run at once, so that a flood of
 * attempts cannot starve the API; a short queue waits, and the rest is asked to come back later.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword, verifyPassword } from 'better-auth/crypto';

const running = { atOnceMax: 2, waitingMax: 20 };

export class TooBusyToHash extends Error {}

export function createPasswordHashing() {
  let active = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (active >= running.atOnceMax) {
      if (waiting.length >= running.waitingMax) throw new TooBusyToHash();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      active += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else active -= 1;
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
 * Lets the identity library set a password that is already hashed. The library uses up a reset link
 * before it hashes, so a refused hash would leave people without link and password.
 */
export function withHashAhead<T>(hash: string, setPassword: () => Promise<T>): Promise<T> {
  return madeAhead.run(hash, setPassword);
}

/** Adapter for the identity library. */
export const libraryHashing = {
  ...passwordHashing,
  hash: async (password: string) => madeAhead.getStore() ?? passwordHashing.hash(password),
};
