import type { Reliability } from '@parley/contract';
import { formatDateTime } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';

type Outcome = Reliability['tests'][number]['outcomes'][number];

interface OutcomeStripProps {
  runs: Reliability['runs'];
  /** One for each run. */
  outcomes: readonly Outcome[];
}

const looks: Record<NonNullable<Outcome>, string> = {
  passed: 'h-5 bg-passed-solid',
  failed: 'h-5 bg-failed-solid',
  error: 'h-4 bg-error-solid',
  unsure: 'h-3 bg-error-solid',
  skipped: 'h-1.5 bg-line-control',
};

/** How it went run by run, oldest first: colour and height say how; a line stands where the text changed. */
export function OutcomeStrip({ runs, outcomes }: OutcomeStripProps) {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const failed = count('failed') + count('error');
  return (
    <div
      role="img"
      aria-label={`Passed in ${count('passed')} of the last ${count('passed') + failed} runs, failed in ${failed}`}
      className="flex h-5 min-w-0 items-end justify-end gap-px overflow-hidden"
    >
      {runs.map((run, index) => {
        const outcome = outcomes[index] ?? null;
        const changed = run.isChanged ? ', with a different suite text' : '';
        return (
          <span
            key={run.id}
            title={`${formatDateTime(run.createdAt)}: ${outcome ?? 'not run'}${changed}`}
            className={cx(
              'w-1.5 shrink-0 rounded-[1px]',
              run.isChanged && 'ml-1 shadow-[-3px_0_0_-1px_var(--accent-ink)]',
              outcome === null ? 'h-0.5 bg-line' : looks[outcome],
            )}
          />
        );
      })}
    </div>
  );
}
