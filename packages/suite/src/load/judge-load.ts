import { createLatencyHistogram } from './latency-histogram.ts';
import type { LoadTotals } from './load-measures.ts';

/** What a load test must stay within. Rates are from 0 to 1, latencies in milliseconds. */
export interface LoadThreshold {
  metric: LoadMetric;
  max: number;
}

export type LoadMetric = 'errorRate' | 'p50' | 'p95' | 'p99' | 'max';

export interface LoadVerdict extends LoadThreshold {
  actual: number;
  passed: boolean;
}

/** Failed conversations among those that came to an end; 0 if none did. */
export function errorRateOf({ counts }: Pick<LoadTotals, 'counts'>): number {
  const finished = counts.passed + counts.failed;
  return finished === 0 ? 0 : counts.failed / finished;
}

/** Holds a result against its thresholds. Without a single answer no latency threshold is met. */
export function judgeLoad(totals: LoadTotals, thresholds: readonly LoadThreshold[]): LoadVerdict[] {
  const latency = createLatencyHistogram(totals.latency);
  const actualOf: Record<LoadMetric, () => number> = {
    errorRate: () => errorRateOf(totals),
    p50: () => latency.percentile(0.5),
    p95: () => latency.percentile(0.95),
    p99: () => latency.percentile(0.99),
    max: () => latency.max(),
  };
  return thresholds.map((threshold) => {
    const actual = actualOf[threshold.metric]();
    const isMeasured = threshold.metric === 'errorRate' || latency.count() > 0;
    return { ...threshold, actual, passed: isMeasured && actual <= threshold.max };
  });
}
