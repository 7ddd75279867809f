import type { LoadMetric } from '@parley/suite';
import { formatShare } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';

export const metricNames: Record<LoadMetric, string> = {
  errorRate: 'Error rate',
  p50: 'Latency p50',
  p95: 'Latency p95',
  p99: 'Latency p99',
  max: 'Highest latency',
};

export function formatMetric(metric: LoadMetric, value: number): string {
  return metric === 'errorRate' ? formatShare(value) : formatDuration(value);
}
