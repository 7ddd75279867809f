import type { HistoryFigures, RunFigures } from '@parley/contract';
import { formatNumber } from '#/lib/format-number.ts';
import { formatDuration, utcDayFormat } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { formatShare, passedShare } from './share-of.ts';

/** The numbers of the charts, newest first. */
export function DaysTable({ days }: Pick<HistoryFigures, 'days'>) {
  const nameOf = utcDayFormat(days);
  return (
    <FiguresTable
      label="Runs by day"
      head="Day"
      rows={days.toReversed().map((figures) => ({ name: nameOf(figures), figures }))}
    />
  );
}

interface FiguresTableProps {
  label: string;
  /** What the rows are of. */
  head: string;
  rows: readonly { name: string; figures: RunFigures }[];
}

/** What a phone has no room for. */
const wideOnly = 'hidden text-right @2xl:table-cell';

export function FiguresTable({ label, head, rows }: FiguresTableProps) {
  return (
    <Table label={label}>
      <TableHead>
        <TableHeader>{head}</TableHeader>
        <TableHeader className="text-right">Runs</TableHeader>
        <TableHeader className={wideOnly}>Passed</TableHeader>
        <TableHeader className={wideOnly}>Failed</TableHeader>
        <TableHeader className="text-right">Pass rate</TableHeader>
        <TableHeader className="text-right">p50</TableHeader>
        <TableHeader className={wideOnly}>p90</TableHeader>
        <TableHeader className="text-right">p95</TableHeader>
        <TableHeader className={wideOnly}>p99</TableHeader>
      </TableHead>
      <TableBody>
        {rows.map(({ name, figures }) => (
          <TableRow key={name} className="tabular [&>td]:h-9 [&>td]:py-1">
            <TableCell className="whitespace-nowrap text-ink">{name}</TableCell>
            <TableCell className="text-right">{formatNumber(figures.runs)}</TableCell>
            <TableCell className={wideOnly}>{formatNumber(figures.passed)}</TableCell>
            <TableCell className={wideOnly}>{formatNumber(figures.failed)}</TableCell>
            <TableCell className="whitespace-nowrap text-right">
              {formatShare(passedShare(figures))}
            </TableCell>
            <Latency ms={figures.p50} />
            <Latency ms={figures.p90} className={wideOnly} />
            <Latency ms={figures.p95} />
            <Latency ms={figures.p99} className={wideOnly} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Latency({ ms, className }: { ms: number | null; className?: string }) {
  return (
    <TableCell className={cx('whitespace-nowrap text-right', className)}>
      {ms === null ? '–' : formatDuration(ms)}
    </TableCell>
  );
}
