import type { RunSummary } from '@parley/contract';
import type { ReactNode } from 'react';
import { formatDuration } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';
import { durationOf, figuresOf } from './history-figures.ts';

/** As many bars as fit a phone at a size that can be told apart. */
const barsMax = 60;

const looks: Partial<Record<RunSummary['status'], string>> = {
  passed: 'bg-passed-solid',
  failed: 'bg-failed-solid',
  error: 'bg-error-solid',
  running: 'bg-running-solid',
};

/** How the listed runs went: shares and times in figures, and each run as a bar as high as it was long. */
export function HistorySummary({ runs }: { runs: RunSummary[] }) {
  const { count, passed, medianMs } = figuresOf(runs);
  if (count === 0) return null;
  const bars = runs.slice(0, barsMax).toReversed();
  const longestMs = Math.max(1, ...bars.map((run) => durationOf(run) ?? 0));
  return (
    <section
      aria-label="Summary of the listed runs"
      className="flex flex-wrap items-end gap-x-8 gap-y-4 rounded-lg bg-surface px-5 py-4 shadow-card ring-1 ring-line"
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure name="Passed">
          {Math.round((100 * passed) / count)} %
          <span className="ml-2 font-normal text-ink-muted text-sm">
            {passed} of {count} {count === 1 ? 'run' : 'runs'}
          </span>
        </Figure>
        {medianMs !== undefined && (
          <Figure name="Median duration">{formatDuration(medianMs)}</Figure>
        )}
      </dl>
      <div aria-hidden className="flex h-10 min-w-40 flex-1 items-end justify-end gap-0.5">
        {bars.map((run) => (
          <span
            key={run.id}
            title={`${run.suiteName}: ${run.status}`}
            className={cx('w-1.5 rounded-full', looks[run.status] ?? 'bg-line-control')}
            style={{ height: `${15 + (85 * (durationOf(run) ?? 0)) / longestMs}%` }}
          />
        ))}
      </div>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd className="mt-0.5 font-semibold text-ink text-xl tabular">{children}</dd>
    </div>
  );
}
