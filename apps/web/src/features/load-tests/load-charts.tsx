import type { LoadPoint, LoadTest } from '@parley/contract';
import { loadAt } from '@parley/suite';
import { useMemo } from 'react';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { type ChartSeries, type ChartTone, TimeChart } from '#/ui/time-chart.tsx';
import { errorNames } from './metric-names.ts';

interface LoadChartsProps {
  test: LoadTest;
  points: readonly LoadPoint[];
}

const errorTones: Record<keyof typeof errorNames, ChartTone> = {
  wrong: 'failed',
  silent: 'error',
  network: 'running',
  configuration: 'muted',
  internal: 'accent',
  unsure: 'accent',
};

/** How the bot took it, second by second. */
export function LoadCharts({ test, points }: LoadChartsProps) {
  const { profile } = test;
  const charts = useMemo(() => {
    const seconds = points.map(({ second }) => second);
    const line = (
      label: string,
      tone: ChartTone,
      of: (point: LoadPoint) => number | null,
      isDashed = false,
    ): ChartSeries => ({ label, tone, values: points.map(of), isDashed });
    const intended =
      profile.kind === 'arrivals'
        ? []
        : [line('Virtual users', 'muted', ({ second }) => loadAt(profile, second), true)];
    const kinds = Object.keys(errorNames) as (keyof typeof errorNames)[];
    const occurring = kinds.filter((kind) => points.some(({ errors }) => errors[kind]));
    return {
      over: { seconds },
      active: [...intended, line('Active', 'accent', ({ active }) => active)],
      turns: [line('Turns', 'passed', ({ turns }) => turns)],
      latency: [
        line('p99', 'failed', ({ p99 }) => p99),
        line('p95', 'error', ({ p95 }) => p95),
        line('p50', 'accent', ({ p50 }) => p50),
      ],
      errors: occurring.length
        ? occurring.map((kind) =>
            line(errorNames[kind], errorTones[kind], ({ errors }) => errors[kind] ?? 0),
          )
        : [line('Failed conversations', 'failed', ({ failed }) => failed)],
    };
  }, [points, profile]);
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title="Active conversations">
        <TimeChart
          label="Active conversations over time"
          over={charts.over}
          series={charts.active}
          format={formatNumber}
        />
      </Card>
      <Card title="Latency over time">
        <TimeChart
          label="Latency percentiles over time"
          over={charts.over}
          series={charts.latency}
          format={formatDuration}
        />
      </Card>
      <Card title="Turns per second">
        <TimeChart
          label="Turns per second over time"
          over={charts.over}
          series={charts.turns}
          format={formatNumber}
        />
      </Card>
      <Card title="Errors per second">
        <TimeChart
          label="Failed conversations per second by cause"
          over={charts.over}
          series={charts.errors}
          format={formatNumber}
        />
      </Card>
    </div>
  );
}
