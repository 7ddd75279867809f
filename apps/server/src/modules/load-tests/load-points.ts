import type { LoadPoint } from '@parley/contract';
import { createLatencyHistogram, type FailureClass, type LoadSample } from '@parley/suite';

/** Combines the samples of all shares by second. Seconds without samples are left out. */
export function toLoadPoints(samples: readonly LoadSample[]): LoadPoint[] {
  return [...Map.groupBy(samples, ({ second }) => second)].map(([second, shares]) =>
    toPoint(second, shares),
  );
}

function toPoint(second: number, shares: readonly LoadSample[]): LoadPoint {
  const histogram = createLatencyHistogram();
  const errors: LoadPoint['errors'] = {};
  for (const share of shares) {
    histogram.add(share.latency);
    for (const [kind, count] of Object.entries(share.errors) as [FailureClass, number][])
      errors[kind] = (errors[kind] ?? 0) + count;
  }
  const sum = (of: (sample: LoadSample) => number) =>
    shares.reduce((total, share) => total + of(share), 0);
  const at = (share: number) => (histogram.count() === 0 ? null : histogram.percentile(share));
  return {
    second,
    active: sum(({ active }) => active),
    started: sum(({ started }) => started),
    finished: sum(({ finished }) => finished),
    failed: sum(({ failed }) => failed),
    turns: sum(({ turns }) => turns),
    errors,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: histogram.count() === 0 ? null : histogram.max(),
    lagMs: Math.max(...shares.map(({ lagMs }) => lagMs)),
  };
}
