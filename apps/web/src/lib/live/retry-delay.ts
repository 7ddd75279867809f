const firstMs = 500;
const longestMs = 30_000;

/**
 * How long to wait before trying again after `failures` earlier tries in a row: doubling, with jitter
 * between half and the whole, so that the tabs of a restarted server do not all come back at once.
 */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const wholeMs = Math.min(firstMs * 2 ** failures, longestMs);
  return wholeMs / 2 + (random() * wholeMs) / 2;
}
