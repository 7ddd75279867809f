import type { LoadTest } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnknown } from '#/lib/api.ts';
import { useScope } from '#/lib/session/scope.ts';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { loadTestQuery } from './load-tests.queries.ts';

interface LoadTestPageProps {
  loadTestId: string;
  children: (test: LoadTest) => ReactNode;
}

/** A page about one load test, with its loading and error states. */
export function LoadTestPage({ loadTestId, children }: LoadTestPageProps) {
  const { data, error, refetch } = useQuery(loadTestQuery(useScope(), loadTestId));
  if (data) return <div className="flex flex-col gap-5">{children(data)}</div>;
  if (isUnknown(error)) return <UnknownPage what="load test" to="/load" place="load tests" />;
  if (error) {
    return <RetryAlert what="the load test" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div role="status" aria-label="Loading the load test" className="flex flex-col gap-5">
      <Skeleton className="h-14" />
      <Skeleton className="h-80 rounded-lg" />
    </div>
  );
}
