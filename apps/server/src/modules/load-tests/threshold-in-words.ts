import type { LoadReport } from '@parley/contract';

const metricNames = {
  errorRate: 'Error rate',
  p50: 'Median latency (p50)',
  p95: 'Latency p95',
  p99: 'Latency p99',
  max: 'Highest latency',
};

/** Describes a threshold and its result for reports. */
export function thresholdInWords({ metric, max, actual }: LoadReport['thresholds'][number]) {
  const print = (value: number) =>
    metric === 'errorRate' ? `${Number((value * 100).toFixed(2))}%` : `${Math.round(value)} ms`;
  return {
    name: `${metricNames[metric]} at most ${print(max)}`,
    message:
      actual === null
        ? 'It was not measured: no conversation got that far before the test ended.'
        : `It was ${print(actual)}; the limit is ${print(max)}.`,
  };
}
