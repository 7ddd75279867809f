import type { LoadReport, LoadTest } from '@parley/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatShare } from '#/lib/format-number.ts';
import { formatDateTime, formatDuration } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { cx } from '#/ui/cx.ts';
import { Select } from '#/ui/select.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { isGoing, loadReportQuery, loadTestsQuery } from './load-tests.queries.ts';

interface LatencyCardProps {
  test: LoadTest;
  report: LoadReport;
  compareWith: string | undefined;
  onCompare: (loadTestId: string | undefined) => void;
}

const rows: { name: string; of: (report: LoadReport) => number; isShare?: boolean }[] = [
  { name: 'Mean', of: ({ latency }) => latency.mean },
  { name: 'p50 (median)', of: ({ latency }) => latency.p50 },
  { name: 'p75', of: ({ latency }) => latency.p75 },
  { name: 'p90', of: ({ latency }) => latency.p90 },
  { name: 'p95', of: ({ latency }) => latency.p95 },
  { name: 'p99', of: ({ latency }) => latency.p99 },
  { name: 'p99.9', of: ({ latency }) => latency.p999 },
  { name: 'Highest', of: ({ latency }) => latency.max },
  { name: 'Error rate', of: ({ errorRate }) => errorRate, isShare: true },
];

/** Latency percentiles, optionally next to those of an earlier load test. */
export function LatencyCard({ test, report, compareWith, onCompare }: LatencyCardProps) {
  const scope = useScope();
  const { data: others } = useInfiniteQuery(loadTestsQuery(scope, test.suiteId ?? undefined));
  const { data: earlier } = useQuery({
    ...loadReportQuery(scope, compareWith ?? '', true),
    enabled: compareWith !== undefined,
  });
  const comparable =
    others?.pages
      .flatMap(({ items }) => items)
      .filter((other) => other.id !== test.id && other.summary && !isGoing(other)) ?? [];
  const format = (value: number, isShare = false) =>
    isShare ? formatShare(value) : formatDuration(value);
  return (
    <Card
      title="Latency percentiles"
      subtitle="From the planned start of a turn until the reply"
      isFlush
      actions={
        comparable.length > 0 && (
          <Select
            label="Compare with"
            isLabelHidden
            options={[
              { value: 'none', label: 'Compare with…' },
              ...comparable.map(({ id, name, createdAt }) => ({
                value: id,
                label: `${name}, ${formatDateTime(createdAt)}`,
              })),
            ]}
            value={compareWith ?? 'none'}
            onChange={(id) => onCompare(id === 'none' ? undefined : id)}
            className="w-96 max-w-full"
          />
        )
      }
    >
      <Table label="Latency percentiles">
        <TableHead>
          <TableHeader>Percentile</TableHeader>
          <TableHeader className="text-right">This load test</TableHeader>
          {earlier && (
            <>
              <TableHeader className="text-right">Compared</TableHeader>
              <TableHeader className="text-right">Change</TableHeader>
            </>
          )}
        </TableHead>
        <TableBody>
          {rows.map(({ name, of, isShare }) => (
            <TableRow key={name} className="tabular [&>td]:h-9">
              <TableCell className="text-ink-muted">{name}</TableCell>
              <TableCell className="text-right">{format(of(report), isShare)}</TableCell>
              {earlier && (
                <>
                  <TableCell className="text-right text-ink-muted">
                    {format(of(earlier), isShare)}
                  </TableCell>
                  <Change before={of(earlier)} after={of(report)} />
                </>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** Relative difference below which a change counts as noise. */
const noise = 0.02;

function Change({ before, after }: { before: number; after: number }) {
  const share = before === 0 ? (after === 0 ? 0 : null) : after / before - 1;
  const isWorse = share === null || share > noise;
  const isBetter = share !== null && share < -noise;
  return (
    <TableCell
      className={cx(
        'text-right',
        isWorse ? 'text-failed' : isBetter ? 'text-passed' : 'text-ink-muted',
      )}
    >
      {share === null
        ? 'new'
        : `${share > 0 ? '+' : share < 0 ? '−' : ''}${(Math.abs(share) * 100).toFixed(share !== 0 && Math.abs(share) < 0.1 ? 1 : 0)}%`}
    </TableCell>
  );
}
