import type { OperationsHealth, ServerProcess } from '@parley/contract';
import { formatDateTime, formatDuration, formatRelative } from '#/lib/format-time.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';

const roleLabels: Record<ServerProcess['role'], string> = {
  all: 'Dashboard and worker',
  api: 'Dashboard',
  worker: 'Worker',
};

/**
 * Clock difference in milliseconds above which a process is flagged. Schedules use the database clock, but stored timestamps,
 * session lifetimes and snoozes use the clock of the process.
 */
const clockAheadMsMax = 5000;

export function ProcessesCard({ health: { processes, version } }: { health: OperationsHealth }) {
  const hasWorker = processes.some(({ role, isSilent }) => role !== 'api' && !isSilent);
  return (
    <Card title="Processes" subtitle="Heartbeat every 5 s" isFlush>
      {!hasWorker && (
        <div className="px-5 pb-4">
          <Alert tone="danger" title="No active workers">
            Runs, emails and alerts wait for a worker. Start one with <code>npm run worker</code>.
          </Alert>
        </div>
      )}
      <Table label="Processes">
        <TableHead>
          <TableHeader>Process</TableHeader>
          <TableHeader>State</TableHeader>
          <TableHeader className="@max-2xl:hidden">Current work</TableHeader>
          <TableHeader className="@max-xl:hidden">Started</TableHeader>
        </TableHead>
        <TableBody>
          {processes.map((process) => (
            <ProcessRow key={process.id} process={process} version={version} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function ProcessRow({ process, version }: { process: ServerProcess; version: string }) {
  const { role, host, pid, isSilent, seenAt, startedAt, clockAheadMs } = process;
  const isClockOff = Math.abs(clockAheadMs) > clockAheadMsMax;
  return (
    <TableRow>
      <TableCell>
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {roleLabels[role]}
          {process.version !== version && <Badge>Version {process.version}</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-muted text-xs">
          {host}, process {pid}
        </p>
        <p className="text-ink-muted text-xs @2xl:hidden">{holds(process)}</p>
      </TableCell>
      <TableCell>
        <Badge tone={isSilent ? 'error' : 'passed'}>{isSilent ? 'Silent' : 'Alive'}</Badge>
        {isSilent && (
          <p className="mt-1 text-ink-muted text-xs">
            Last seen {formatRelative(seenAt, Date.now())}
          </p>
        )}
        {isClockOff && (
          <p className="mt-1 text-error text-xs">
            Clock {formatDuration(Math.abs(clockAheadMs))} {clockAheadMs > 0 ? 'ahead' : 'behind'}
          </p>
        )}
      </TableCell>
      <TableCell className="text-ink-muted @max-2xl:hidden">{holds(process)}</TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-xl:hidden">
        <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
      </TableCell>
    </TableRow>
  );
}

function holds({ role, runs, conversations, loadShares }: ServerProcess): string {
  if (role === 'api') return '–';
  const parts = [
    [runs, runs === 1 ? 'run' : 'runs'],
    [conversations, conversations === 1 ? 'conversation' : 'conversations'],
    [loadShares, loadShares === 1 ? 'part of a load test' : 'parts of load tests'],
  ] as const;
  const held = parts.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}`);
  return held.length === 0 ? 'Idle' : held.join(', ');
}
