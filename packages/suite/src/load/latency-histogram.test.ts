import { describe, expect, it } from 'vitest';
import { createLatencyHistogram } from './latency-histogram.ts';

/** @returns the same latencies on each call, over five orders of magnitude */
function latencies(count: number): number[] {
  let state = 42;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return 10 ** ((state / 2 ** 31) * 5 - 1);
  });
}

function histogramOf(values: readonly number[]) {
  const histogram = createLatencyHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

const shares = [0.01, 0.5, 0.9, 0.99, 0.999, 1];

describe('a histogram of latencies', () => {
  it('is off by half a percent at most', () => {
    const values = latencies(20_000);
    const histogram = histogramOf(values);
    const sorted = values.toSorted((a, b) => a - b);
    for (const share of shares) {
      const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
      expect(Math.abs(histogram.percentile(share) / exact - 1), `${share}`).toBeLessThan(0.005);
    }
    expect(histogram.count()).toBe(20_000);
    expect(histogram.max()).toBeCloseTo(sorted.at(-1) ?? 0, 2);
  });

  it('says the same when its parts were measured apart and added up', () => {
    const values = latencies(3000);
    const together = createLatencyHistogram();
    for (const part of [0, 1, 2])
      together.add(histogramOf(values.filter((_, index) => index % 3 === part)).data());
    const alone = histogramOf(values);
    for (const share of shares) expect(together.percentile(share)).toBe(alone.percentile(share));
    expect(together.mean()).toBeCloseTo(alone.mean(), 6);
    expect(together.data().buckets).toEqual(alone.data().buckets);
  });

  it('takes nothing, zero and more than half an hour', () => {
    expect(createLatencyHistogram().percentile(0.99)).toBe(0);
    expect(histogramOf([0]).percentile(1)).toBe(0);
    expect(histogramOf([-5]).percentile(1)).toBe(0);
    expect(histogramOf([10_000_000]).percentile(1)).toBeGreaterThan(2_000_000);
  });
});
