import type { ChartSeries, ChartTone } from './time-chart.tsx';

/** Returns a function that makes chart lines from points. Each line shows one value of every point. */
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

/** Lines for percentiles, in the same colors everywhere. None of the colors signals a problem. */
export function percentileLines(points: readonly Percentiles[]): ChartSeries[] {
  const line = linesOver(points);
  return [
    line('p99', 'muted', ({ p99 }) => p99),
    line('p95', 'neutral', ({ p95 }) => p95),
    line('p50', 'accent', ({ p50 }) => p50),
  ];
}
