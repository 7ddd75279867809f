import type { Reliability } from '@parley/contract';
import { counted, readStanding, type Standing } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';

type End = Reliability['tests'][number]['outcomes'][number];

interface OutcomeStripProps {
  runs: Reliability['runs'];
  /** One outcome per run. */
  outcomes: readonly End[];
}

const looks: Record<Standing, string> = {
  passed: 'h-5 bg-passed-solid',
  failed: 'h-5 bg-failed-solid',
  error: 'h-4 bg-error-solid',
  undecided: 'h-3 bg-error-solid',
  skipped: 'h-1.5 bg-line-control',
  pending: 'h-0.5 bg-line',
  running: 'h-0.5 bg-line',
};

/**
 * Outcomes per run, oldest first, shown by color and height. A line marks a change of the suite's text. Each mark links to
 * its run, but is no tab stop: keyboard users reach the runs in the details of a step.
 */
export function OutcomeStrip({ runs, outcomes }: OutcomeStripProps) {
  const count = (wanted: End) => outcomes.filter((outcome) => outcome === wanted).length;
  const failed = count('failed') + count('error');
  return (
    <div className="relative flex h-5 min-w-0">
      <span
        role="img"
        aria-label={`Passed in ${count('passed')} of the last ${counted(count('passed') + failed, 'run')}, failed in ${failed}`}
        className="pointer-events-none absolute inset-0"
      />
      <div
        aria-hidden
        className="flex h-5 min-w-0 items-stretch justify-end gap-px overflow-hidden"
      >
        {runs.map((run, index) => {
          const end = outcomes[index] ?? null;
          const standing = end === null ? 'pending' : readStanding(end);
          const changed = run.isChanged ? ', with a different suite text' : '';
          return (
            <Link
              key={run.id}
              to="/history/testruns/$runId"
              params={{ runId: run.id }}
              tabIndex={-1}
              title={`${run.number === null ? '' : `#${run.number}, `}${formatDateTime(run.createdAt)}: ${end === null ? 'not run' : standing}${changed}`}
              className={cx(
                'flex w-1.5 shrink-0 items-end hover:bg-hover',
                run.isChanged && 'ml-1',
              )}
            >
              <span
                className={cx(
                  'w-full rounded-[1px]',
                  run.isChanged && 'shadow-[-3px_0_0_-1px_var(--accent-ink)]',
                  looks[standing],
                )}
              />
            </Link>
          );
        })}
      </div>
    </div>
  );
}
