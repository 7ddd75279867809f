/** Random numbers that depend on a seed only. */

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Creates a generator (mulberry32). Each `stream` of a seed has numbers of its own. */
export function createRandom(seed: number, stream: number): Random {
  let state = Math.imul(seed >>> 0, 0x9e37_79b1) ^ Math.imul(stream + 1, 0x85eb_ca6b);
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
