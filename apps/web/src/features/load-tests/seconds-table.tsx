import type { LoadPoint } from '@parley/contract';
import { useState } from 'react';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration } from '#/lib/format-time.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { cx } from '#/ui/cx.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';

const rowsMax = 60;

/** Class for columns that are hidden on phones. */
const wideOnly = 'hidden text-right @lg:table-cell';

/** The figures of the charts as a table, for screen readers. The seconds of longer tests are aggregated. */
export function SecondsTable({ points }: { points: readonly LoadPoint[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Numbers"
      isFlush
      actions={
        <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide table' : 'Show as a table'}
        </Button>
      }
    >
      {isOpen && <Numbers points={points} />}
    </Card>
  );
}

function Numbers({ points }: { points: readonly LoadPoint[] }) {
  const rows = inRows(points);
  const latency = (value: number | null) => (value === null ? '–' : formatDuration(value));
  return (
    <Table label="Load test in numbers">
      <TableHead>
        <TableHeader>From second</TableHeader>
        <TableHeader className={wideOnly}>Active</TableHeader>
        <TableHeader className="text-right">Turns</TableHeader>
        <TableHeader className="text-right">Failed</TableHeader>
        <TableHeader className={wideOnly}>p50</TableHeader>
        <TableHeader className="text-right">p95</TableHeader>
        <TableHeader className="text-right">p99</TableHeader>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.second} className="tabular [&>td]:h-8">
            <TableCell>{row.second}</TableCell>
            <TableCell className={wideOnly}>{formatNumber(row.active)}</TableCell>
            <TableCell className="text-right">{formatNumber(row.turns)}</TableCell>
            <TableCell className="text-right">{formatNumber(row.failed)}</TableCell>
            <TableCell className={cx(wideOnly, 'whitespace-nowrap')}>{latency(row.p50)}</TableCell>
            <TableCell className="whitespace-nowrap text-right">{latency(row.p95)}</TableCell>
            <TableCell className="whitespace-nowrap text-right">{latency(row.p99)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Aggregates seconds into at most `rowsMax` rows, with the worst value and the sum of the counts of each row's seconds. */
function inRows(points: readonly LoadPoint[]) {
  const width = Math.max(1, Math.ceil(points.length / rowsMax));
  const groups = Map.groupBy(points, (_, index) => Math.floor(index / width));
  return [...groups.values()].map((group) => {
    const highest = (of: (point: LoadPoint) => number | null) => {
      const known = group.map(of).filter((value) => value !== null);
      return known.length === 0 ? null : Math.max(...known);
    };
    const sum = (of: (point: LoadPoint) => number) =>
      group.reduce((total, point) => total + of(point), 0);
    return {
      second: group[0]?.second ?? 0,
      active: highest(({ active }) => active) ?? 0,
      turns: sum(({ turns }) => turns),
      failed: sum(({ failed }) => failed),
      p50: highest(({ p50 }) => p50),
      p95: highest(({ p95 }) => p95),
      p99: highest(({ p99 }) => p99),
    };
  });
}
