import type { LoadTest } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { loadTestQuery } from './load-tests.queries.ts';

interface LoadTestPageProps {
  loadTestId: string;
  children: (test: LoadTest) => ReactNode;
}

/** A page for one load test, with its loading and error states. */
export function LoadTestPage({ loadTestId, children }: LoadTestPageProps) {
  const query = useQuery(loadTestQuery(useScope(), loadTestId));
  return (
    <Loaded
      query={query}
      what="the load test"
      skeleton={
        <div className="flex flex-col gap-5">
          <Skeleton className="h-14" />
          <Skeleton className="h-80 rounded-lg" />
        </div>
      }
      unknown={<UnknownPage what="load test" to="/load" place="load tests" />}
    >
      {(test) => <div className="flex flex-col gap-5">{children(test)}</div>}
    </Loaded>
  );
}
