import type { LoadReport } from '@parley/contract';
import { Card } from '#/ui/card.tsx';
import { StatusIcon } from '#/ui/status-badge.tsx';
import { formatMetric, metricNames } from './metric-names.ts';

export function ThresholdsCard({ thresholds }: Pick<LoadReport, 'thresholds'>) {
  if (thresholds.length === 0) return null;
  return (
    <Card title="Thresholds">
      <ul className="flex flex-col gap-2">
        {thresholds.map(({ metric, max, actual, passed }) => (
          <li key={metric} className="flex flex-wrap items-center gap-x-2 text-sm">
            <StatusIcon status={passed ? 'passed' : 'failed'} />
            <span className="font-medium text-ink">{metricNames[metric]}</span>
            <span className="text-ink-muted tabular">
              {actual === null ? 'not measured' : formatMetric(metric, actual)}, allowed{' '}
              {formatMetric(metric, max)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
