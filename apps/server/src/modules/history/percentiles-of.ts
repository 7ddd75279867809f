import type { StepFigures } from '@parley/contract';
import { latencyPercentile } from '../runs/runs.ts';

/** Percentiles of replies that are counted by latency bucket. */
export function percentilesOf(counted: readonly { latencies: readonly number[] }[]): StepFigures {
  const buckets: number[] = [];
  for (const { latencies } of counted) {
    // By their place, as a quarter of a year has tens of thousands of them.
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
