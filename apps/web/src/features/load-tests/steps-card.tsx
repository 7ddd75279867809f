import type { LoadReport } from '@parley/contract';
import { useState } from 'react';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';

const shownAtFirst = 10;

/** The slowest steps, by 95th percentile. */
export function StepsCard({ steps }: Pick<LoadReport, 'steps'>) {
  const [isAll, setIsAll] = useState(false);
  if (steps.length === 0) return null;
  const shown = isAll ? steps : steps.slice(0, shownAtFirst);
  return (
    <Card
      title="Slowest steps"
      isFlush
      actions={
        steps.length > shownAtFirst && (
          <Button size="sm" onClick={() => setIsAll(!isAll)}>
            {isAll ? 'Show slowest' : `Show all ${steps.length}`}
          </Button>
        )
      }
    >
      <Table label="Slowest steps">
        <TableHead>
          <TableHeader>Step</TableHeader>
          <TableHeader className="hidden text-right @xl:table-cell">Turns</TableHeader>
          <TableHeader className="hidden text-right @xl:table-cell">Failed</TableHeader>
          <TableHeader className="text-right">p50</TableHeader>
          <TableHeader className="text-right">p95</TableHeader>
          <TableHeader className="hidden text-right @2xl:table-cell">Highest</TableHeader>
        </TableHead>
        <TableBody>
          {shown.map(({ test, step, says, turns, failed, latency }) => (
            <TableRow key={`${step} ${test}`}>
              <TableCell className="w-full max-w-0 min-w-32">
                <span className="block truncate text-ink">{says}</span>
                <span className="block truncate text-ink-muted text-xs">
                  {test}, step {step + 1}
                </span>
              </TableCell>
              <TableCell className="hidden text-right tabular @xl:table-cell">
                {formatNumber(turns)}
              </TableCell>
              <TableCell className="hidden text-right tabular @xl:table-cell">
                {formatNumber(failed)}
              </TableCell>
              <TableCell className="whitespace-nowrap text-right tabular">
                {formatDuration(latency.p50)}
              </TableCell>
              <TableCell className="whitespace-nowrap text-right tabular">
                {formatDuration(latency.p95)}
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-right tabular @2xl:table-cell">
                {formatDuration(latency.max)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
