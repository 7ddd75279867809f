const firstMs = 500;
const longestMs = 30_000;

/**
 * Delay in milliseconds after a number of consecutive failures. It doubles each time. Jitter between half and the full delay
 * keeps tabs from reconnecting all at once after a server restart.
 */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const wholeMs = Math.min(firstMs * 2 ** failures, longestMs);
  return wholeMs / 2 + (random() * wholeMs) / 2;
}
