/** Counts hits per key in time windows of a fixed length. The counts are in memory, so a restart resets them. */
export function createWindowCounter(windowMs: number): { hit(key: string): number } {
  let counts = new Map<string, number>();
  let startedAt = performance.now();
  return {
    hit(key) {
      if (performance.now() - startedAt > windowMs) {
        counts = new Map();
        startedAt = performance.now();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}
