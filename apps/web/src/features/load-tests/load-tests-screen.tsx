import type { LoadTest } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gauge, Plus } from 'lucide-react';
import { countOf, formatNumber, formatShare } from '#/lib/format-number.ts';
import { formatDateTime, formatDuration, formatRelative } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { PagedList } from '#/ui/paged-list.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { LoadStatus } from './load-status.tsx';
import { isGoing, loadTestsQuery } from './load-tests.queries.ts';
import { profileInWords } from './profile-in-words.ts';

/** All load tests of the organization, newest first. */
export function LoadTestsScreen() {
  const query = useInfiniteQuery(loadTestsQuery(useScope()));
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? true;
  const setUp = (
    <Link to="/load/setup" className={buttonClass({ variant: 'primary' })}>
      <Plus className="size-4" aria-hidden />
      New load test
    </Link>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Load Test"
        description="Run your tests with many virtual users at once."
        actions={!isEmpty && setUp}
      />
      <PagedList
        query={query}
        what="the load tests"
        skeleton={<Skeleton className="h-64 rounded-lg" />}
        empty={
          <EmptyState icon={<Gauge aria-hidden />} title="No load tests yet" action={setUp}>
            Choose a test suite and the number of virtual users. Watch the results live, and compare
            them with later load tests.
          </EmptyState>
        }
        end={({ shown, isMore }) => countOf(shown, 'load test', isMore)}
      >
        {(tests) => <LoadTestTable tests={tests} />}
      </PagedList>
    </div>
  );
}

function LoadTestTable({ tests }: { tests: LoadTest[] }) {
  return (
    <Card isFlush className="overflow-hidden">
      <Table label="Load tests">
        <TableHead>
          <TableHeader>Result</TableHeader>
          <TableHeader>Load test</TableHeader>
          <TableHeader className="hidden text-right @3xl:table-cell">Conversations</TableHeader>
          <TableHeader className="hidden text-right @3xl:table-cell">Errors</TableHeader>
          <TableHeader className="text-right">p95</TableHeader>
          <TableHeader className="hidden @xl:table-cell">When</TableHeader>
        </TableHead>
        <TableBody>
          {tests.map((test) => (
            <LoadTestRow key={test.id} test={test} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function LoadTestRow({ test }: { test: LoadTest }) {
  const { summary, createdAt } = test;
  const when = formatRelative(createdAt, Date.now());
  const page = isGoing(test) ? '/load/$loadTestId/monitoring' : '/load/$loadTestId/results';
  return (
    <TableRow isInteractive>
      <TableCell>
        <LoadStatus test={test} />
      </TableCell>
      <TableCell className="w-full max-w-0 min-w-32">
        <Link
          to={page}
          params={{ loadTestId: test.id }}
          dir="auto"
          className="block truncate text-left font-medium text-ink after:absolute after:inset-0"
        >
          {test.name}
        </Link>
        <span className="block truncate text-ink-muted text-xs">
          <bdi>{test.suiteName}</bdi> ·{' '}
          {test.environment && (
            <>
              <bdi>{test.environment}</bdi> ·{' '}
            </>
          )}
          {profileInWords(test.profile)}
          <span className="@xl:hidden"> · {when}</span>
        </span>
      </TableCell>
      <TableCell className="hidden text-right text-ink-muted tabular @3xl:table-cell">
        {summary ? formatNumber(summary.conversations) : '–'}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-right text-ink-muted tabular @3xl:table-cell">
        {summary ? formatShare(summary.errorRate) : '–'}
      </TableCell>
      <TableCell className="whitespace-nowrap text-right text-ink-muted tabular">
        {summary ? formatDuration(summary.p95) : '–'}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-ink-muted @xl:table-cell">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {when}
        </time>
      </TableCell>
    </TableRow>
  );
}
