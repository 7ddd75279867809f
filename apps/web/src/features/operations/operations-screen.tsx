import { useQuery } from '@tanstack/react-query';
import { NotFoundScreen } from '#/features/session/not-found-screen.tsx';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { DeadWorkCard } from './dead-work-card.tsx';
import { healthQuery } from './operations.queries.ts';
import { ProcessesCard } from './processes-card.tsx';
import { QueuesCard } from './queues-card.tsx';
import { SignInWaysCard } from './sign-in-ways-card.tsx';
import { StorageCard } from './storage-card.tsx';

/** How the installation is doing. For everybody but its operators there is no such page. */
export function OperationsScreen() {
  const isOperator = useAuthStore(({ user }) => user?.isOperator === true);
  return isOperator ? <Health /> : <NotFoundScreen />;
}

function Health() {
  const query = useQuery(healthQuery);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Operations"
        description="How this installation is doing, across all organizations."
      />
      {query.isError && (
        <RetryAlert
          what="the state of the installation"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <div role="status" aria-label="Loading" className="flex flex-col gap-5">
          <Skeleton className="h-40" />
          <Skeleton className="h-64" />
        </div>
      )}
      {query.data && (
        <>
          <ProcessesCard health={query.data} />
          <QueuesCard health={query.data} />
          <DeadWorkCard deadWork={query.data.deadWork} />
          <StorageCard health={query.data} />
          <SignInWaysCard />
        </>
      )}
    </div>
  );
}
