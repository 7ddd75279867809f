import { useQuery } from '@tanstack/react-query';
import { NotFoundScreen } from '#/features/session/not-found-screen.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { Tabs } from '#/ui/tabs.tsx';
import { DeadWorkCard } from './dead-work-card.tsx';
import { healthQuery } from './operations.queries.ts';
import type { OperationsTab } from './operations-tabs.ts';
import { OrganizationsTab } from './organizations-tab.tsx';
import { ProcessesCard } from './processes-card.tsx';
import { QueuesCard } from './queues-card.tsx';
import { SignInWaysCard } from './sign-in-ways-card.tsx';
import { StorageCard } from './storage-card.tsx';
import { useIsOperator } from './use-is-operator.ts';

interface OperationsScreenProps {
  tab: OperationsTab;
  onTabChange: (tab: OperationsTab) => void;
}

/** State of the installation, and its organizations. */
export function OperationsScreen({ tab, onTabChange }: OperationsScreenProps) {
  if (!useIsOperator()) return <NotFoundScreen />;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Operations"
        description="State of this installation, across all organizations"
      />
      <Tabs
        label="Parts of operations"
        value={tab}
        onChange={onTabChange}
        tabs={[
          { value: 'installation', label: 'Installation', panel: <Health /> },
          { value: 'organizations', label: 'Organizations', panel: <OrganizationsTab /> },
        ]}
      />
    </div>
  );
}

function Health() {
  const query = useQuery(healthQuery);
  return (
    <div className="flex flex-col gap-5 pt-5">
      {/* If an installation has problems, outdated figures must not look like current ones. */}
      {query.data && query.error && (
        <RetryAlert
          what="the state of the installation"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      <Loaded
        query={query}
        what="the state of the installation"
        skeleton={
          <div className="flex flex-col gap-5">
            <Skeleton className="h-40" />
            <Skeleton className="h-64" />
          </div>
        }
      >
        {(health) => (
          <>
            <ProcessesCard health={health} />
            <QueuesCard health={health} />
            <DeadWorkCard deadWork={health.deadWork} />
            <StorageCard health={health} />
            <SignInWaysCard />
          </>
        )}
      </Loaded>
    </div>
  );
}
