import type { ChartSeries, ChartTone } from './time-chart.tsx';

/** Makes lines from points: each line shows one value of each point. */
export function linesOver<Point>(points: readonly Point[]) {
  return (
    label: string,
    tone: ChartTone,
    of: (point: Point) => number | null,
    isDashed = false,
  ): ChartSeries => ({ label, tone, values: points.map(of), isDashed });
}

interface Percentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** Uses the same colors for percentiles everywhere; none of them signals a problem. */
export function percentileLines(points: readonly Percentiles[]): ChartSeries[] {
  const line = linesOver(points);
  return [
    line('p99', 'muted', ({ p99 }) => p99),
    line('p95', 'neutral', ({ p95 }) => p95),
    line('p50', 'accent', ({ p50 }) => p50),
  ];
}
