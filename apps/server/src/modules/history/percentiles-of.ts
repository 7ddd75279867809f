import type { StepFigures } from '@parley/contract';
import { latencyPercentile } from '../runs/runs.ts';

/** Computes latency percentiles from replies counted by latency bucket. */
export function percentilesOf(counted: readonly { latencies: readonly number[] }[]): StepFigures {
  const buckets: number[] = [];
  for (const { latencies } of counted) {
    // Uses an indexed loop, because three months have tens of thousands of buckets.
    for (let bucket = 0; bucket < latencies.length; bucket += 1)
      buckets[bucket] = (buckets[bucket] ?? 0) + (latencies[bucket] ?? 0);
  }
  return {
    answers: buckets.reduce((total, count) => total + count, 0),
    p50: latencyPercentile(buckets, 0.5),
    p90: latencyPercentile(buckets, 0.9),
    p95: latencyPercentile(buckets, 0.95),
    p99: latencyPercentile(buckets, 0.99),
  };
}
