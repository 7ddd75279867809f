/**
 * Buckets of daily latencies, coarse enough to be stored as a row of counts and summed by the database: eight buckets for each
 * doubling above 8 ms, so that a percentile is off by at most 5%. Load tests use another histogram
 * (`packages/suite/src/load/latency-histogram.ts`), which is 16 times as fine and lives in memory: its buckets in a row for
 * each day, suite and step would make up most of the database.
 */
const perDoubling = 8;

/** Everything faster is in the first bucket. */
const lowestMs = 8;

/** Index of the last bucket, which begins at about half an hour and also holds everything slower. */
const bucketMax = 144;

/** Returns the index of a latency's bucket, from 0 to 144. */
export function latencyBucketOf(latencyMs: number): number {
  const bucket = Math.floor(perDoubling * Math.log2(Math.max(latencyMs, lowestMs) / lowestMs));
  return Math.min(bucket, bucketMax);
}

/** Counts the latencies in each bucket, up to the last one that is not empty. */
export function countLatencies(latenciesMs: Iterable<number>): number[] {
  const counts: number[] = [];
  for (const latencyMs of latenciesMs) {
    const bucket = latencyBucketOf(latencyMs);
    while (counts.length <= bucket) counts.push(0);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

/** Returns the latency in milliseconds that a share (0 to 1) of all replies stayed within; null if there are none. */
export function latencyPercentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let missing = Math.max(1, Math.ceil(total * share));
  for (const [bucket, count] of counts.entries()) {
    missing -= count;
    if (missing <= 0) return Math.round(middleOf(bucket));
  }
  return null;
}

/** Returns the geometric middle of a bucket in milliseconds, which is off by at most half a bucket. */
function middleOf(bucket: number): number {
  return lowestMs * 2 ** ((bucket + 0.5) / perDoubling);
}
