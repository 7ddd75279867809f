import type { Device } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MonitoredBadge } from '#/features/billing/monitored-badge.tsx';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { deviceSuitesQuery } from './devices.queries.ts';

/** Test suites that use the device. */
export function DeviceSuitesCard({ device }: { device: Device }) {
  const query = useInfiniteQuery(deviceSuitesQuery(useScope(), device.id));
  const suites = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Card title="Used by" subtitle="Test suites with this device" isFlush>
      {query.isPending && (
        <div role="status" aria-label="Loading the test suites" className="px-5 pb-5">
          <Skeleton className="h-10" />
        </div>
      )}
      {query.isError && (
        <RetryAlert
          what="the test suites"
          error={query.error}
          onRetry={() => void query.refetch()}
          className="mx-5 mb-5"
        />
      )}
      {query.isSuccess && suites.length === 0 && (
        <p className="px-5 pb-5 text-ink-muted text-sm">
          None yet. Open a test suite and choose this device on its Connection page.{' '}
          <Link to="/projects" className={linkClass}>
            Go to projects
          </Link>
        </p>
      )}
      {suites.length > 0 && (
        <ul aria-label="Test suites" className="divide-y divide-line border-line border-t">
          {suites.map((suite) => (
            <li
              key={suite.id}
              className="relative flex min-h-12 items-center gap-3 px-5 py-2 transition-colors hover:bg-hover"
            >
              <div className="min-w-0 flex-1">
                <Link
                  to="/test-suite/$testSuiteId"
                  params={{ testSuiteId: suite.id }}
                  className="block truncate font-medium text-ink text-sm after:absolute after:inset-0"
                >
                  {suite.name}
                </Link>
                <span className="block truncate text-ink-muted text-xs">{suite.projectName}</span>
              </div>
              {suite.isMonitoring && <MonitoredBadge suite={suite} />}
              <span className="whitespace-nowrap text-ink-muted text-xs tabular">
                {suite.testCount === 1 ? '1 test' : `${suite.testCount} tests`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center border-line border-t py-3">
          <Button
            size="sm"
            isLoading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </Card>
  );
}
