import type { SuiteStanding } from '@parley/contract';
import { counted } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';
import { statusWord } from '#/ui/status-badge.tsx';

type Run = SuiteStanding['runs'][number];

const looks: Record<Run['status'], string> = {
  passed: 'h-5 bg-passed-solid',
  failed: 'h-4 bg-failed-solid',
  undecided: 'h-4 border border-error-solid',
  error: 'h-3 bg-error-solid',
  interrupted: 'h-2 bg-line-control',
};

interface RunStripProps {
  suiteId: string;
  suiteName: string;
  runs: Run[];
}

/** The latest runs, oldest first, as bars whose height and color show the result. The strip links to the runs of the suite. */
export function RunStrip({ suiteId, suiteName, runs }: RunStripProps) {
  const passed = runs.filter(({ status }) => status === 'passed').length;
  return (
    <Link
      to="/history"
      search={{ suiteId }}
      aria-label={`${suiteName}: ${passed} of the last ${counted(runs.length, 'run')} passed`}
      className="flex h-5 w-fit items-end gap-px rounded-sm"
    >
      {runs.map(({ id, at, status }) => (
        <span
          key={id}
          title={`${formatDateTime(at)}: ${statusWord(status)}`}
          className={cx('w-1.5 shrink-0 rounded-[1px]', looks[status])}
        />
      ))}
    </Link>
  );
}
