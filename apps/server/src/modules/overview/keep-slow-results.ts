import { createRecentCache } from '../../platform/cache/recent-cache.ts';

/** Computations that take longer are shared. Below it, everybody gets the state of this moment. */
const slowMs = 500;

/**
 * Suites of an organization whose results may be shared. With fewer, it is the machine that is slow: sharing would
 * save little, and who has just created the first suite would read for a minute that there is none.
 */
export const sharedSuitesMin = 100;

/** A result is kept for this many times the time that it took, so that one organization costs a tenth of a core. */
const keptFactor = 10;

/** Longest age of a shared result. */
const keptMsMax = 60_000;

/** Organizations whose results are kept at once. */
const organizationsMax = 100;

/**
 * Reads through slow results: dashboards of a large organization ask every few seconds, each for the same.
 *
 * @returns what `read` gives, or what it gave to another request of the same key shortly before if that was slow,
 * and much
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
    // While it is computed again, the others wait for the same one.
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
