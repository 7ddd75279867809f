import { createRecentCache } from '../../platform/cache/recent-cache.ts';

/** Computations that take at least this long are shared. Faster ones always return the current state. */
const slowMs = 500;

/**
 * Minimum number of suites of an organization whose results are shared. With fewer suites, a slow result means a slow machine:
 * sharing would save little, and a person who has just created a first suite would not see it for up to a minute.
 */
export const sharedSuitesMin = 100;

/** A result is kept for this many times its computation time, so that one organization uses at most a tenth of a core. */
const keptFactor = 10;

/** Maximum age of a shared result. */
const keptMsMax = 60_000;

/** Maximum number of organizations whose results are kept. */
const organizationsMax = 100;

/**
 * Shares slow results, because the dashboards of a large organization request the same ones every few seconds.
 *
 * @returns the result of `read`, or that of a recent request with the same key if it was slow and large
 */
export function createSlowResults<Value>({
  isLarge,
  now = () => performance.now(),
}: {
  isLarge: (value: Value) => boolean;
  now?: () => number;
}): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const kept = createRecentCache<{ value: Promise<Value>; until: number; isSlow: boolean }>({
    sizeMax: organizationsMax,
  });
  return (key, read) => {
    const last = kept.get(key);
    if (last && now() < last.until) return last.value;
    const wasSlow = last?.isSlow === true;
    const begunAt = now();
    const value = read();
    // While the result is computed again, other requests wait for it.
    if (wasSlow) kept.set(key, { value, until: Number.POSITIVE_INFINITY, isSlow: true });
    const end = (keptMs: number, isSlow: boolean) =>
      kept.set(key, { value, until: now() + keptMs, isSlow });
    value.then(
      (result) => {
        const took = now() - begunAt;
        if (took >= slowMs && isLarge(result)) end(Math.min(took * keptFactor, keptMsMax), true);
        else if (wasSlow) end(0, false);
      },
      () => wasSlow && end(0, true),
    );
    return value;
  };
}
