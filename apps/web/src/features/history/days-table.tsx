import type { HistoryFigures, RunFigures } from '@parley/contract';
import { countOf, formatNumber } from '#/lib/format-number.ts';
import { formatDuration, utcDayFormat } from '#/lib/format-time.ts';
import { cx } from '#/ui/cx.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { CountLink } from './count-link.tsx';
import { countedRuns } from './history-range.ts';
import type { HistorySearch } from './history-search.ts';
import { formatShare, passedInterval, passedShare } from './share-of.ts';

interface DaysTableProps extends Pick<HistoryFigures, 'days'> {
  /** The current filters. */
  search: HistorySearch;
}

/** The figures of the charts as a table, newest first. */
export function DaysTable({ days, search }: DaysTableProps) {
  const nameOf = utcDayFormat(days);
  return (
    <FiguresTable
      label="Runs by day"
      head="Day"
      search={search}
      rows={days.toReversed().map((figures) => ({
        name: nameOf(figures),
        figures,
        filter: { day: figures.day },
      }))}
    />
  );
}

interface FiguresTableProps {
  label: string;
  /** Heading of the first column, which names the rows. */
  head: string;
  search: HistorySearch;
  /** `filter` selects the runs of a row. */
  rows: readonly {
    name: string;
    figures: RunFigures;
    filter: Parameters<typeof countedRuns>[1];
  }[];
}

/** Class for columns that are hidden on phones. */
const wideOnly = 'hidden text-right @2xl:table-cell';

export function FiguresTable({ label, head, search, rows }: FiguresTableProps) {
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
        {rows.map(({ name, figures, filter }) => (
          <TableRow key={name} className="tabular [&>td]:h-9 [&>td]:py-1">
            <TableCell className="whitespace-nowrap text-ink">{name}</TableCell>
            <TableCell className="text-right">
              <CountLink
                count={figures.runs}
                search={countedRuns(search, { ...filter, status: 'ended' })}
                label={`${countOf(figures.runs, 'run')}, ${name}`}
              />
            </TableCell>
            <TableCell className={wideOnly}>
              <CountLink
                count={figures.passed}
                search={countedRuns(search, { ...filter, status: 'passed' })}
                label={`${formatNumber(figures.passed)} passed, ${name}`}
              />
            </TableCell>
            <TableCell className={wideOnly}>
              <CountLink
                count={figures.failed}
                search={countedRuns(search, { ...filter, status: 'failing' })}
                label={`${formatNumber(figures.failed)} failed, ${name}`}
              />
            </TableCell>
            <TableCell className="whitespace-nowrap text-right">
              <span title={intervalTitle(figures)}>{formatShare(passedShare(figures))}</span>
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

function intervalTitle(figures: RunFigures): string | undefined {
  const interval = passedInterval(figures);
  return interval === null ? undefined : `${interval} (95% interval)`;
}

function Latency({ ms, className }: { ms: number | null; className?: string }) {
  return (
    <TableCell className={cx('whitespace-nowrap text-right', className)}>
      {ms === null ? '–' : formatDuration(ms)}
    </TableCell>
  );
}
