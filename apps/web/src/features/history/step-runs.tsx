import type { Course, StepCourse } from '@parley/contract';
import { readStanding } from '@parley/suite';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatDuration } from '#/lib/format-time.ts';
import { linkClass } from '#/ui/link-class.ts';
import { StatusBadge } from '#/ui/status-badge.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';

interface StepRunsProps {
  runs: Course['runs'];
  step: StepCourse;
  number: number;
}

/** Results of a step per run, newest first. */
export function StepRuns({ runs, step, number }: StepRunsProps) {
  const reached = runs.flatMap((run, place) => {
    const result = step.results[place];
    return result ? [{ run, result }] : [];
  });
  return (
    <details className="min-w-0 text-sm lg:col-span-2">
      <summary className="w-fit cursor-pointer rounded-sm text-ink-muted hover:text-ink">
        Results of each run
      </summary>
      <div className="mt-2 max-h-80 overflow-y-auto">
        <Table label={`Step ${number} in each run`}>
          <TableHead>
            <TableHeader>Run</TableHeader>
            <TableHeader>Result</TableHeader>
            <TableHeader className="text-right">Latency</TableHeader>
          </TableHead>
          <TableBody>
            {reached.toReversed().map(({ run, result }) => (
              <TableRow key={run.id} className="tabular [&>td]:h-9 [&>td]:py-1">
                <TableCell>
                  <RunAt run={run} />
                </TableCell>
                <TableCell>
                  <StatusBadge status={readStanding(result.outcome)} />
                </TableCell>
                <TableCell className="whitespace-nowrap text-right">
                  {result.latencyMs === null ? '–' : formatDuration(result.latencyMs)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </details>
  );
}

/** A link to a run, with its number and time. */
export function RunAt({ run: { id: runId, number, createdAt } }: { run: Course['runs'][number] }) {
  return (
    <Link to="/history/testruns/$runId" params={{ runId }} className={linkClass}>
      {number !== null && `#${number}, `}
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
    </Link>
  );
}
