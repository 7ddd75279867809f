/**
 * Daily latencies, coarse enough to be kept as a row of counts and to be summed by the database:
 * eight buckets for each doubling above 8 ms, so that a percentile is off by 5% at most. Not the
 * histogram of load tests (`packages/suite/src/load/latency-histogram.ts`), which is 16 times as fine and lives in
 * memory: its buckets in a row for each day, suite and step would be most of the database.
 */
const perDoubling = 8;

/** Everything faster is in the first bucket. */
const lowestMs = 8;

/** Half an hour; everything slower is in the last bucket. */
const bucketMax = 144;

/** 0 to 144. */
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

/** Latency in milliseconds that this share (0 to 1) of all replies stayed within; null if there are none. */
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

/** Geometric middle of a bucket: no value in the bucket is further off than half of it. */
function middleOf(bucket: number): number {
  return lowestMs * 2 ** ((bucket + 0.5) / perDoubling);
}
