export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  (): number;
  /** Returns an integer in the range, including both ends. */
  between(from: number, to: number): number;
  /** Returns a random element; the list must not be empty. */
  pick<T>(list: readonly T[]): T;
}

/** Creates a generator that returns the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Object.assign(next, {
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  });
}
