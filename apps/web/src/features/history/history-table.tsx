import type { RunSummary } from '@parley/contract';
import { readCounts, shownStatus } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { CountsBar } from '#/features/runs/counts-bar.tsx';
import { hasEnded } from '#/features/runs/run-log.ts';
import { RunNumber, runName } from '#/features/runs/run-name.tsx';
import { progressOf } from '#/features/runs/run-progress.ts';
import { triggerLabel } from '#/features/runs/trigger-label.ts';
import { formatDateTime, formatDuration, formatRelative } from '#/lib/format-time.ts';
import { Checkbox } from '#/ui/checkbox.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { TableCell, TableHeader, TableRow } from '#/ui/table.tsx';
import { useNow } from '#/ui/use-now.ts';
import { WindowedTable } from '#/ui/windowed-table.tsx';

interface HistoryTableProps {
  runs: RunSummary[];
  /** Ids of the selected runs, at most two. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

/** Runs as table rows. */
export function HistoryTable({ runs, chosen, onChoose }: HistoryTableProps) {
  const isAnyGoing = runs.some((run) => !hasEnded(run));
  const now = useNow(true, isAnyGoing ? 1000 : 30_000);
  // A third selection replaces the oldest one.
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2));
  return (
    <WindowedTable
      label="Runs"
      rows={runs}
      rowHeight={53}
      columns={7}
      head={
        <>
          <TableHeader className="w-8 pr-0">
            <span className="sr-only">Compare</span>
          </TableHeader>
          <TableHeader>Result</TableHeader>
          <TableHeader>Test suite</TableHeader>
          <TableHeader>Tests</TableHeader>
          <TableHeader className="hidden text-right @2xl:table-cell">Duration</TableHeader>
          <TableHeader className="hidden @2xl:table-cell">Started by</TableHeader>
          <TableHeader className="hidden @xl:table-cell">When</TableHeader>
        </>
      }
    >
      {(run, rowIndex) => (
        <HistoryRow
          run={run}
          now={now}
          rowIndex={rowIndex}
          isChosen={chosen.includes(run.id)}
          onToggle={() => toggle(run.id)}
        />
      )}
    </WindowedTable>
  );
}

interface HistoryRowProps {
  run: RunSummary;
  now: number;
  rowIndex: number;
  isChosen: boolean;
  onToggle: () => void;
}

function HistoryRow({ run, now, rowIndex, isChosen, onToggle }: HistoryRowProps) {
  const { durationMs } = progressOf(run, undefined, now);
  return (
    <TableRow isInteractive aria-rowindex={rowIndex} className={isChosen ? 'bg-accent-soft' : ''}>
      <TableCell className="w-8 pr-0">
        {hasEnded(run) && (
          <Checkbox
            label={<span className="sr-only">Compare this run of {runName(run)}</span>}
            checked={isChosen}
            onChange={onToggle}
            className="relative z-10"
          />
        )}
      </TableCell>
      <TableCell>
        <StatusBadge status={shownStatus(run.status, readCounts(run.counts))} />
      </TableCell>
      <TableCell className="w-full max-w-0 min-w-28">
        <Link
          to="/history/testruns/$runId"
          params={{ runId: run.id }}
          className="flex font-medium text-ink after:absolute after:inset-0"
        >
          <span dir="auto" className="truncate">
            {run.suiteName}
          </span>
          <RunNumber number={run.number} />
        </Link>
        <span className="block truncate text-ink-muted text-xs">
          {run.projectName}
          <span className="@xl:hidden"> · {formatRelative(run.createdAt, now)}</span>
        </span>
      </TableCell>
      <TableCell>
        <CountsBar counts={readCounts(run.counts)} isOver={hasEnded(run)} />
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-right text-ink-muted @2xl:table-cell">
        {durationMs === undefined ? '–' : formatDuration(durationMs)}
      </TableCell>
      <TableCell className="hidden max-w-40 truncate text-ink-muted @2xl:table-cell">
        {run.startedBy ?? triggerLabel(run.trigger)}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-ink-muted @xl:table-cell">
        <time dateTime={run.createdAt} title={formatDateTime(run.createdAt)}>
          {formatRelative(run.createdAt, now)}
        </time>
      </TableCell>
    </TableRow>
  );
}
