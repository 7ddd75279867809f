import type { RunSummary } from '@parley/contract';
import { counted, shownStatus } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { formatDuration, formatRelative } from '#/lib/format-time.ts';
import { Progress } from '#/ui/progress.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { useNow } from '#/ui/use-now.ts';
import { CancelButton } from './cancel-button.tsx';
import { QueuedNote } from './queued-note.tsx';
import { hasEnded, type RunLog } from './run-log.ts';
import { countsInWords, progressOf } from './run-progress.ts';

interface RunBarProps {
  run: RunSummary;
  log: RunLog | undefined;
}

/** The latest run of a suite in one line: its progress, or its result. */
export function RunBar({ run, log }: RunBarProps) {
  const isGoing = !hasEnded(run);
  const now = useNow(isGoing, 250);
  const { status, counts, done, durationMs } = progressOf(run, log, now);
  return (
    <section
      aria-label="Latest run"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-surface px-3 py-2 text-sm shadow-card ring-1 ring-line"
    >
      <StatusBadge status={shownStatus(status, counts)} />
      {run.number !== null && <span className="text-ink-muted tabular">#{run.number}</span>}
      {isGoing && (
        <Progress
          label="Progress of the run"
          tone="running"
          value={counts.total === 0 ? null : done / counts.total}
          valueText={`${done} of ${counted(counts.total, 'test')}`}
          className="w-32 max-w-full sm:w-48"
        />
      )}
      <p role="status" className="text-ink-muted tabular">
        {status === 'queued' ? <QueuedNote run={run} /> : countsInWords(counts, !isGoing)}
      </p>
      <p className="text-ink-faint text-xs tabular">
        {durationMs !== undefined && formatDuration(durationMs)}
        {!isGoing && ` · ${formatRelative(run.finishedAt ?? run.createdAt, now)}`}
      </p>
      <div className="ml-auto flex items-center gap-2">
        {isGoing && <CancelButton run={run} size="sm" />}
        {run.suiteId && (
          <Link
            to="/history/suites/$suiteId"
            params={{ suiteId: run.suiteId }}
            className="flex h-7 items-center gap-1 rounded-md px-2 font-medium text-ink-muted hover:bg-hover"
          >
            Reliability
          </Link>
        )}
        <Link
          to="/history/testruns/$runId"
          params={{ runId: run.id }}
          className="flex h-7 items-center gap-1 rounded-md px-2 font-medium text-accent-ink hover:bg-hover"
        >
          See the run
          <ArrowRight className="size-3.5" aria-hidden />
        </Link>
      </div>
    </section>
  );
}
