import type { SuiteSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { MonitoredBadge } from '#/features/billing/monitored-badge.tsx';
import { PlatformLabel } from '#/features/devices/platforms.tsx';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { TableCell, TableHeader, TableRow } from '#/ui/table.tsx';
import { WindowedTable } from '#/ui/windowed-table.tsx';
import { type SortField, useSuiteList } from './suite-list.store.ts';
import { SuiteMenu } from './suite-menu.tsx';
import type { SuiteViewProps } from './suite-view-props.ts';

/** Suites as table rows. */
export function SuiteTable({ suites, now, onDialog }: SuiteViewProps) {
  return (
    <WindowedTable
      label="Test suites"
      rows={suites}
      rowHeight={49}
      columns={6}
      head={
        <>
          <SortableHeader field="name">Name</SortableHeader>
          <SortableHeader field="platform" className="hidden @md:table-cell">
            Platform
          </SortableHeader>
          <TableHeader className="hidden text-right @xl:table-cell">Tests</TableHeader>
          <TableHeader className="hidden @2xl:table-cell">Monitoring</TableHeader>
          <SortableHeader field="lastModified">Last modified</SortableHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </>
      }
    >
      {(suite, rowIndex) => (
        <SuiteRow suite={suite} now={now} rowIndex={rowIndex} onDialog={onDialog} />
      )}
    </WindowedTable>
  );
}

interface SortableHeaderProps {
  field: SortField;
  className?: string;
  children: string;
}

function SortableHeader({ field, className, children }: SortableHeaderProps) {
  const { sortField, sortDirection, setSort } = useSuiteList();
  return (
    <TableHeader
      className={className}
      sorted={sortField === field ? sortDirection : null}
      onSort={(direction) => setSort(field, direction)}
    >
      {children}
    </TableHeader>
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
          dir="auto"
          className="block truncate text-left font-medium text-ink after:absolute after:inset-0"
        >
          {suite.name}
        </Link>
        <span className="block truncate text-ink-muted text-xs">{suite.description}</span>
      </TableCell>
      <TableCell className="hidden whitespace-nowrap @md:table-cell">
        <PlatformLabel platform={suite.platform} />
      </TableCell>
      <TableCell className="hidden text-right text-ink-muted @xl:table-cell">
        {suite.testCount.toLocaleString('en')}
      </TableCell>
      <TableCell className="hidden @2xl:table-cell">
        {suite.isMonitoring ? <MonitoredBadge suite={suite} /> : <NotMonitored />}
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
