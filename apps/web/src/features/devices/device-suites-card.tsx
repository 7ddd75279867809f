import type { Device } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MonitoredBadge } from '#/features/billing/monitored-badge.tsx';
import { countOf } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { PagedList } from '#/ui/paged-list.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { deviceSuitesQuery } from './devices.queries.ts';

/** Test suites that use the device. */
export function DeviceSuitesCard({ device }: { device: Device }) {
  const query = useInfiniteQuery(deviceSuitesQuery(useScope(), device.id));
  return (
    <Card title="Used by" subtitle="Test suites with this device" isFlush>
      <PagedList
        query={query}
        what="the test suites"
        skeleton={<Skeleton className="h-10" />}
        isInCard
        empty={
          <p className="px-5 pb-5 text-ink-muted text-sm">
            None yet. Open a test suite and choose this device on its Connection page.{' '}
            <Link to="/projects" className={linkClass}>
              Go to projects
            </Link>
          </p>
        }
        end={({ shown, isMore }) => countOf(shown, 'test suite', isMore)}
      >
        {(suites) => (
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
      </PagedList>
    </Card>
  );
}
