import { describe, expect, it } from 'vitest';
import { countLatencies, latencyBucketOf, latencyPercentile } from './latency-buckets.ts';

describe('latencies in buckets', () => {
  it.each([
    [0, 0],
    [8, 0],
    [16, 8],
    [1024, 56],
    [10 ** 9, 144],
  ])('puts %i ms into bucket %i', (latencyMs, bucket) => {
    expect(latencyBucketOf(latencyMs)).toBe(bucket);
  });

  it('counts up to the last bucket that has any', () => {
    expect(countLatencies([])).toEqual([]);
    expect(countLatencies([8, 16, 5, 16])).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  it('gives percentiles that are off by 5% at most', () => {
    const latencies = Array.from({ length: 2000 }, (_, index) => 20 + index * 3);
    const counts = countLatencies(latencies);
    for (const share of [0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 1]) {
      const exact = latencies[Math.ceil(latencies.length * share) - 1] ?? 0;
      const said = latencyPercentile(counts, share) ?? 0;
      expect(Math.abs(said - exact) / exact, `${share}`).toBeLessThan(0.05);
    }
  });

  it('has no percentile of nothing', () => {
    expect(latencyPercentile([], 0.5)).toBeNull();
    expect(latencyPercentile([0, 0], 0.5)).toBeNull();
  });
});
