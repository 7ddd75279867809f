import type { RunSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatDuration, formatRelative } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { CountsBar } from './counts-bar.tsx';
import { hasEnded } from './run-log.ts';
import { progressOf } from './run-progress.ts';
import { triggerLabel } from './trigger-label.ts';
import { useNow } from './use-now.ts';

export function HistoryTable({ runs }: { runs: RunSummary[] }) {
  const isAnyGoing = runs.some((run) => !hasEnded(run));
  const now = useNow(true, isAnyGoing ? 1000 : 30_000);
  return (
    <Card isFlush className="overflow-hidden">
      <Table label="Runs">
        <TableHead>
          <TableHeader>Result</TableHeader>
          <TableHeader>Test suite</TableHeader>
          <TableHeader>Tests</TableHeader>
          <TableHeader className="hidden text-right md:table-cell">Duration</TableHeader>
          <TableHeader className="hidden md:table-cell">Started by</TableHeader>
          <TableHeader className="hidden sm:table-cell">When</TableHeader>
        </TableHead>
        <TableBody>
          {runs.map((run) => (
            <HistoryRow key={run.id} run={run} now={now} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function HistoryRow({ run, now }: { run: RunSummary; now: number }) {
  const { durationMs } = progressOf(run, undefined, now);
  return (
    <TableRow isInteractive>
      <TableCell>
        <StatusBadge status={run.status} />
      </TableCell>
      <TableCell className="w-full max-w-0 min-w-32">
        <Link
          to="/history/testruns/$runId"
          params={{ runId: run.id }}
          className="block truncate font-medium text-ink after:absolute after:inset-0"
        >
          {run.suiteName}
        </Link>
        <span className="block truncate text-ink-muted text-xs">
          {run.projectName}
          <span className="sm:hidden"> · {formatRelative(run.createdAt, now)}</span>
        </span>
      </TableCell>
      <TableCell>
        <CountsBar counts={run.counts} isOver={hasEnded(run)} />
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-right text-ink-muted md:table-cell">
        {durationMs === undefined ? '–' : formatDuration(durationMs)}
      </TableCell>
      <TableCell className="hidden max-w-40 truncate text-ink-muted md:table-cell">
        {run.startedBy ?? triggerLabel(run.trigger)}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-ink-muted sm:table-cell">
        <time dateTime={run.createdAt} title={formatDateTime(run.createdAt)}>
          {formatRelative(run.createdAt, now)}
        </time>
      </TableCell>
    </TableRow>
  );
}
