const firstMs = 500;
const longestMs = 30_000;

/**
 * Delay in milliseconds before the next attempt after `failures` in a row. It doubles, with jitter between half and the
 * whole, so that tabs do not all return at the same time after a server restart.
 */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const wholeMs = Math.min(firstMs * 2 ** failures, longestMs);
  return wholeMs / 2 + (random() * wholeMs) / 2;
}
