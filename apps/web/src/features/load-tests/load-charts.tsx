import type { LoadPoint, LoadTest } from '@parley/contract';
import { type FailureClass, loadAt } from '@parley/suite';
import { useMemo } from 'react';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { linesOver, percentileLines } from '#/ui/chart-lines.ts';
import { type ChartTone, TimeChart } from '#/ui/time-chart.tsx';

interface LoadChartsProps {
  test: LoadTest;
  points: readonly LoadPoint[];
}

const errorTones: Record<FailureClass, ChartTone> = {
  wrong: 'failed',
  silent: 'error',
  network: 'running',
  configuration: 'muted',
  internal: 'accent',
  unsure: 'accent',
};

/** Charts of a load test over time. */
export function LoadCharts({ test, points }: LoadChartsProps) {
  const { profile } = test;
  const charts = useMemo(() => {
    const seconds = points.map(({ second }) => second);
    const line = linesOver(points);
    const intended =
      profile.kind === 'arrivals'
        ? []
        : [line('Virtual users', 'muted', ({ second }) => loadAt(profile, second), true)];
    const kinds = Object.keys(failureClassNames) as FailureClass[];
    const occurring = kinds.filter((kind) => points.some(({ errors }) => errors[kind]));
    return {
      over: { seconds },
      active: [...intended, line('Active', 'accent', ({ active }) => active)],
      turns: [line('Turns', 'passed', ({ turns }) => turns)],
      latency: percentileLines(points),
      errors: occurring.length
        ? occurring.map((kind) =>
            line(failureClassNames[kind], errorTones[kind], ({ errors }) => errors[kind] ?? 0),
          )
        : [line('Failed conversations', 'failed', ({ failed }) => failed)],
    };
  }, [points, profile]);
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      {[
        {
          title: 'Active conversations',
          label: 'Active conversations over time',
          series: charts.active,
        },
        {
          title: 'Latency over time',
          label: 'Latency percentiles over time',
          series: charts.latency,
          format: formatDuration,
        },
        { title: 'Turns per second', label: 'Turns per second over time', series: charts.turns },
        {
          title: 'Errors per second',
          label: 'Failed conversations per second by cause',
          series: charts.errors,
        },
      ].map(({ title, label, series, format = formatNumber }) => (
        <Card key={title} title={title}>
          <TimeChart label={label} over={charts.over} series={series} format={format} />
        </Card>
      ))}
    </div>
  );
}
