import { createLatencyHistogram } from './latency-histogram.ts';
import type { LoadTotals } from './load-measures.ts';

/** A limit for a load test. Rates are from 0 to 1, latencies in milliseconds. */
export interface LoadThreshold {
  metric: LoadMetric;
  max: number;
}

export type LoadMetric = 'errorRate' | 'p50' | 'p95' | 'p99' | 'max';

export interface LoadVerdict extends LoadThreshold {
  /** Null if nothing was measured. */
  actual: number | null;
  passed: boolean;
}

/**
 * @returns the share of failed conversations and dropped arrivals in these and the passed conversations; 0 if there are none. A
 * dropped arrival counts as a failure, because the user was never served.
 */
export function errorRateOf({ counts }: Pick<LoadTotals, 'counts'>): number {
  const failed = counts.failed + counts.dropped;
  return failed === 0 ? 0 : failed / (counts.passed + failed);
}

/** Compares totals with thresholds. A threshold fails if its value was not measured. */
export function judgeLoad(totals: LoadTotals, thresholds: readonly LoadThreshold[]): LoadVerdict[] {
  const latency = createLatencyHistogram(totals.latency);
  const { passed, failed, dropped } = totals.counts;
  const actualOf: Record<LoadMetric, () => number> = {
    errorRate: () => errorRateOf(totals),
    p50: () => latency.percentile(0.5),
    p95: () => latency.percentile(0.95),
    p99: () => latency.percentile(0.99),
    max: () => latency.max(),
  };
  return thresholds.map((threshold) => {
    const measured = threshold.metric === 'errorRate' ? passed + failed + dropped : latency.count();
    if (measured === 0) return { ...threshold, actual: null, passed: false };
    const actual = actualOf[threshold.metric]();
    return { ...threshold, actual, passed: actual <= threshold.max };
  });
}
