import type { Outcome, RunCounts } from '@parley/suite';
import { cx } from '#/ui/cx.ts';
import { countsInWords } from './run-progress.ts';

type Part = Outcome | 'quarantined' | 'skipped';

const looks: Record<Part, string> = {
  passed: 'bg-passed-solid',
  failed: 'bg-failed-solid',
  error: 'bg-error-solid',
  undecided: 'bg-error-solid',
  quarantined: 'bg-running-solid',
  skipped: 'bg-line-control',
};

const parts = Object.entries(looks) as [Part, string][];

/** Number of passed tests and a bar of outcomes, with the counts as a tooltip. */
export function CountsBar({ counts, isOver }: { counts: RunCounts; isOver: boolean }) {
  const words = countsInWords(counts, isOver);
  return (
    <span className="relative flex items-center gap-2" title={words}>
      <span className="sm:w-12 sm:text-right text-ink-muted text-xs tabular" aria-hidden>
        {counts.passed}/{counts.total}
      </span>
      <span
        className="hidden h-1.5 w-20 overflow-hidden rounded-full bg-pressed sm:flex"
        aria-hidden
      >
        {parts.map(([key, look]) => (
          <span
            key={key}
            className={cx('h-full', look)}
            style={{ width: `${(100 * (counts[key] ?? 0)) / Math.max(1, counts.total)}%` }}
          />
        ))}
      </span>
      <span className="sr-only">{words || 'no tests'}</span>
    </span>
  );
}
