import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { ListEnd } from '#/ui/list-end.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { explorationsQuery } from './explorations.queries.ts';
import { ExplorationsTable } from './explorations-table.tsx';
import { NewExplorationDialog } from './new-exploration-dialog.tsx';
import { NotSwitchedOn } from './not-switched-on.tsx';

interface ExploreScreenProps {
  onOpen: (explorationId: string) => void;
}

/** The explorations so far, and a way to start one. */
export function ExploreScreen({ onOpen }: ExploreScreenProps) {
  const isSwitchedOn = useAuthStore(({ user }) => user?.exploratoryTestingEnabled === true);
  if (!isSwitchedOn) return <NotSwitchedOn />;
  return <Explorations onOpen={onOpen} />;
}

function Explorations({ onOpen }: ExploreScreenProps) {
  const scope = useScope();
  const query = useInfiniteQuery(explorationsQuery(scope));
  const [isAdding, setIsAdding] = useState(false);
  const explorations = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const add = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden />}
      onClick={() => setIsAdding(true)}
    >
      New exploration
    </Button>
  );
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Exploratory Tests"
        description="Talk to a bot, map what it can do, and save the paths as tests."
        actions={explorations.length > 0 && add}
      />
      {query.isError && (
        <RetryAlert
          error={query.error}
          what="the explorations"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <ExploreSkeleton />}
      {query.isSuccess && explorations.length === 0 && (
        <EmptyState icon={<Waypoints aria-hidden />} title="Nothing explored yet" action={add}>
          Talk to a bot and see each reply as a state on a map. Save any path as a test. Start with
          a new exploration.
        </EmptyState>
      )}
      {explorations.length > 0 && <ExplorationsTable explorations={explorations} />}
      {explorations.length > 0 && (
        <ListEnd
          text={countOf(explorations.length, 'exploration', query.hasNextPage)}
          isMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          onMore={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        />
      )}
      {isAdding && <NewExplorationDialog onClose={() => setIsAdding(false)} onCreated={onOpen} />}
    </div>
  );
}

const rows = ['a', 'b', 'c', 'd'];

function ExploreSkeleton() {
  return (
    <div role="status" aria-label="Loading the explorations" className="flex flex-col gap-2">
      {rows.map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
