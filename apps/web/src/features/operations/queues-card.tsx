import type { OperationsHealth, QueuedWork } from '@parley/contract';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { workLabel } from './work-label.ts';

export function QueuesCard({ health: { work, lateSlots } }: { health: OperationsHealth }) {
  return (
    <Card title="Queues" subtitle="Due work that waits for a worker" isFlush>
      {lateSlots.count > 0 && (
        <div className="px-5 pb-4">
          <Alert tone="warning" title={late(lateSlots)}>
            Workers start monitors. Check that enough workers are running.
          </Alert>
        </div>
      )}
      <Table label="Queues">
        <TableHead>
          <TableHeader>Queue</TableHeader>
          <TableHeader className="text-right">Waiting</TableHeader>
          <TableHeader className="text-right @max-xl:hidden">Active</TableHeader>
          <TableHeader className="text-right">Oldest</TableHeader>
          <TableHeader className="text-right">Failed</TableHeader>
        </TableHead>
        <TableBody>
          {work.map((queue) => (
            <QueueRow key={queue.kind} queue={queue} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function late({ count, oldestSeconds }: OperationsHealth['lateSlots']): string {
  const monitors = count === 1 ? 'A monitor is' : `${formatNumber(count)} monitors are`;
  return `${monitors} late, by up to ${formatDuration(oldestSeconds * 1000)}`;
}

function QueueRow({ queue }: { queue: QueuedWork }) {
  const { kind, waiting, atWork, oldestSeconds, dead, lastError } = queue;
  return (
    <TableRow>
      <TableCell>
        <span className="font-medium">{workLabel(kind)}</span>
        {lastError && <p className="text-failed text-xs break-words">Last error: {lastError}</p>}
      </TableCell>
      <TableCell className="text-right tabular">{formatNumber(waiting)}</TableCell>
      <TableCell className="text-right tabular @max-xl:hidden">{formatNumber(atWork)}</TableCell>
      <TableCell className="whitespace-nowrap text-right text-ink-muted tabular">
        {oldestSeconds === null ? '–' : formatDuration(oldestSeconds * 1000)}
      </TableCell>
      <TableCell className="text-right tabular">
        {dead === 0 ? '0' : <Badge tone="error">{formatNumber(dead)}</Badge>}
      </TableCell>
    </TableRow>
  );
}
