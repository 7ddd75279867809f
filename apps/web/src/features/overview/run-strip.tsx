import type { SuiteStanding } from '@parley/contract';
import { formatDateTime } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';

type Run = SuiteStanding['runs'][number];

const looks: Record<Run['status'], string> = {
  passed: 'h-5 bg-passed-solid',
  failed: 'h-4 bg-failed-solid',
  error: 'h-3 bg-error-solid',
  interrupted: 'h-2 bg-line-control',
};

/** The last runs, oldest first, as color and height. */
export function RunStrip({ runs, className }: { runs: Run[]; className?: string }) {
  const passed = runs.filter(({ status }) => status === 'passed').length;
  return (
    <div
      role="img"
      aria-label={`${passed} of the last ${runs.length} runs passed`}
      className={cx('flex h-5 items-end gap-px', className)}
    >
      {runs.map(({ id, at, status }) => (
        <span
          key={id}
          title={`${formatDateTime(at)}: ${status}`}
          className={cx('w-1.5 shrink-0 rounded-[1px]', looks[status])}
        />
      ))}
    </div>
  );
}
