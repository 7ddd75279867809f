import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#/lib/format-number.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { PagedList } from '#/ui/paged-list.tsx';
import { explorationsQuery } from './explorations.queries.ts';
import { ExplorationsTable } from './explorations-table.tsx';
import { NewExplorationDialog } from './new-exploration-dialog.tsx';
import { NotSwitchedOn } from './not-switched-on.tsx';

interface ExploreScreenProps {
  onOpen: (explorationId: string) => void;
}

/** Lists the explorations and starts new ones. */
export function ExploreScreen({ onOpen }: ExploreScreenProps) {
  const isSwitchedOn = useAuthStore(({ user }) => user?.exploratoryTestingEnabled === true);
  if (!isSwitchedOn) return <NotSwitchedOn />;
  return <Explorations onOpen={onOpen} />;
}

function Explorations({ onOpen }: ExploreScreenProps) {
  const scope = useScope();
  const query = useInfiniteQuery(explorationsQuery(scope));
  const [isAdding, setIsAdding] = useState(false);
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? true;
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
        actions={!isEmpty && add}
      />
      <PagedList
        query={query}
        what="the explorations"
        empty={
          <EmptyState icon={<Waypoints aria-hidden />} title="Nothing explored yet" action={add}>
            Talk to a bot and see each reply as a state on a map. Save any path as a test. Start
            with a new exploration.
          </EmptyState>
        }
        end={({ shown, isMore }) => countOf(shown, 'exploration', isMore)}
      >
        {(explorations) => <ExplorationsTable explorations={explorations} />}
      </PagedList>
      {isAdding && <NewExplorationDialog onClose={() => setIsAdding(false)} onCreated={onOpen} />}
    </div>
  );
}
