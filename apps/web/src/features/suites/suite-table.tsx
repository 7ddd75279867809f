import type { SuiteSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { PlatformLabel } from './platforms.tsx';
import { MonitoredBadge } from './suite-card.tsx';
import { type SortField, useSuiteList } from './suite-list.store.ts';
import type { SuiteViewProps } from './suite-list-screen.tsx';
import { SuiteMenu } from './suite-menu.tsx';
import { useElementPlace } from './use-element-place.ts';

const rowHeight = 49;

/** The suites as rows. Only those near the window are in the page. */
export function SuiteTable({ suites, now, onDialog }: SuiteViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { top } = useElementPlace(frame);
  const rows = useWindowVirtualizer({
    count: suites.length,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: top,
  });
  const visible = rows.getVirtualItems();
  const above = (visible[0]?.start ?? top) - top;
  const below = rows.getTotalSize() - ((visible.at(-1)?.end ?? top) - top);
  return (
    <div ref={frame}>
      <Card isFlush className="overflow-hidden">
        <Table label="Test suites" aria-rowcount={suites.length + 1}>
          <TableHead>
            <SortableHeader field="name">Name</SortableHeader>
            <SortableHeader field="platform">Platform</SortableHeader>
            <TableHeader className="hidden text-right sm:table-cell">Tests</TableHeader>
            <TableHeader className="hidden md:table-cell">Monitoring</TableHeader>
            <SortableHeader field="lastModified">Last modified</SortableHeader>
            <TableHeader>
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableHead>
          <TableBody>
            <Spacer height={above} />
            {visible.map(({ index }) => {
              const suite = suites[index];
              return (
                suite && (
                  <SuiteRow
                    key={suite.id}
                    suite={suite}
                    now={now}
                    rowIndex={index + 2}
                    onDialog={onDialog}
                  />
                )
              );
            })}
            <Spacer height={below} />
          </TableBody>
        </Table>
      </Card>
    </div>
  );
}

function SortableHeader({ field, children }: { field: SortField; children: string }) {
  const { sortField, sortDirection, setSort } = useSuiteList();
  return (
    <TableHeader
      sorted={sortField === field ? sortDirection : null}
      onSort={(direction) => setSort(field, direction)}
    >
      {children}
    </TableHeader>
  );
}

/** Stands for the rows that are not in the page. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={6} style={{ height, padding: 0 }} />
    </tr>
  );
}

interface SuiteRowProps extends Pick<SuiteViewProps, 'now' | 'onDialog'> {
  suite: SuiteSummary;
  rowIndex: number;
}

function SuiteRow({ suite, now, rowIndex, onDialog }: SuiteRowProps) {
  return (
    <TableRow isInteractive aria-rowindex={rowIndex}>
      <TableCell className="w-full max-w-0 min-w-36">
        <Link
          to="/test-suite/$testSuiteId"
          params={{ testSuiteId: suite.id }}
          className="block truncate font-medium text-ink after:absolute after:inset-0"
        >
          {suite.name}
        </Link>
        <span className="block truncate text-ink-muted text-xs">{suite.description}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <PlatformLabel platform={suite.platform} />
      </TableCell>
      <TableCell className="hidden text-right text-ink-muted sm:table-cell">
        {suite.testCount.toLocaleString('en')}
      </TableCell>
      <TableCell className="hidden md:table-cell">
        {suite.isMonitoring ? <MonitoredBadge /> : <NotMonitored />}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted">
        <time dateTime={suite.lastModified} title={formatDateTime(suite.lastModified)}>
          {formatRelative(suite.lastModified, now)}
        </time>
      </TableCell>
      <TableCell>
        <div className="relative">
          <SuiteMenu suite={suite} onDialog={(kind) => onDialog(kind, suite)} />
        </div>
      </TableCell>
    </TableRow>
  );
}

function NotMonitored() {
  return <span className="text-ink-faint text-xs">Off</span>;
}
