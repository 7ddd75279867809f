import { amountText, type MetricFigures, metricFigures, type RunResult } from '@parley/suite';
import { useMemo } from 'react';

interface MetricChangesProps {
  before: RunResult;
  after: RunResult;
}

/** Metrics of both runs: "accuracy 0.9 → 0.85". The change can be due to chance; only a gate checks that. */
export function MetricChanges({ before, after }: MetricChangesProps) {
  const [was, now] = useMemo(
    () => [metricFigures(before.tests), metricFigures(after.tests)],
    [before, after],
  );
  const names = [...new Set([...was, ...now].map(({ name }) => name))].toSorted();
  if (names.length === 0) return null;
  return (
    <dl aria-label="Metrics" className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular">
      {names.map((name) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="text-ink">
            {shown(was.find((one) => one.name === name))} <span aria-hidden>→</span>
            <span className="sr-only">to</span> {shown(now.find((one) => one.name === name))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(figures: MetricFigures | undefined): string {
  if (!figures) return 'not measured';
  if (figures.mean === null) return 'missing';
  const { mean, missing } = figures;
  return missing > 0 ? `${amountText(mean)} (${missing} missing)` : amountText(mean);
}
