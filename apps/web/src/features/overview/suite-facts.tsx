/** Facts about a test suite, for both the table and the cards. */
import type { SuiteStanding } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { linkClass } from '#/ui/link-class.ts';
import { monitorLabels } from './fault-labels.ts';

export interface SuiteFactsProps {
  suite: SuiteStanding;
  now: number;
}

export function SuiteName({ suite }: Pick<SuiteFactsProps, 'suite'>) {
  const { suiteId, suiteName, projectName, reasons } = suite;
  const [first, ...others] = reasons;
  return (
    <>
      <Link
        to="/test-suite/$testSuiteId"
        params={{ testSuiteId: suiteId }}
        className="break-words font-medium text-ink hover:underline"
      >
        {suiteName}
      </Link>
      <span className="block break-words text-ink-muted text-xs">
        {projectName}
        {first && ` · ${first}`}
        {others.length > 0 && ` and ${others.length} more`}
      </span>
    </>
  );
}

export function LastRun({ suite: { lastRun }, now }: SuiteFactsProps) {
  if (!lastRun) return <span className="text-ink-muted">None in 14 days</span>;
  return (
    <Link
      to="/history/testruns/$runId"
      params={{ runId: lastRun.id }}
      title={formatDateTime(lastRun.at)}
      className={linkClass}
    >
      {formatRelative(lastRun.at, now)}
    </Link>
  );
}

export function MonitorState({ suite: { suiteId, monitor } }: Pick<SuiteFactsProps, 'suite'>) {
  if (!monitor) return <span className="text-ink-muted">Off</span>;
  return (
    <Link to="/history/monitors/$suiteId" params={{ suiteId }} className={linkClass}>
      {monitorLabels[monitor]}
    </Link>
  );
}
