import type { StepFigures } from '@parley/contract';
import { latencyPercentile } from '../runs/runs.ts';

/** Of answers that are counted by their bucket of latency. */
export function percentilesOf(counted: readonly { latencies: readonly number[] }[]): StepFigures {
  const buckets: number[] = [];
  for (const { latencies } of counted) {
    for (const [bucket, count] of latencies.entries())
      buckets[bucket] = (buckets[bucket] ?? 0) + count;
  }
  return {
    answers: buckets.reduce((total, count) => total + count, 0),
    p50: latencyPercentile(buckets, 0.5),
    p90: latencyPercentile(buckets, 0.9),
    p95: latencyPercentile(buckets, 0.95),
    p99: latencyPercentile(buckets, 0.99),
  };
}
