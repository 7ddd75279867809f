import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, History, SearchX } from 'lucide-react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistorySummary } from './history-summary.tsx';
import { HistoryTable } from './history-table.tsx';
import { type RunFilters, runsQuery } from './runs.queries.ts';
import { useRunNews } from './use-run-news.ts';

interface HistoryScreenProps {
  filters: RunFilters;
  onFiltersChange: (filters: RunFilters) => void;
}

/** Every run of the organization, newest first, as it comes. */
export function HistoryScreen({ filters, onFiltersChange }: HistoryScreenProps) {
  const scope = useScope();
  const query = useInfiniteQuery(runsQuery(scope, filters));
  useRunNews();
  const runs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="History"
        description="Every run of your test suites, newest first."
        actions={
          <Link to="/history/monitoring" className={buttonClass()}>
            <Activity className="size-4" aria-hidden />
            Monitoring
          </Link>
        }
      />
      <HistoryFilters filters={filters} onChange={onFiltersChange} />
      {query.isError && (
        <Alert
          tone="danger"
          title={messageOr(query.error, 'Failed to load the history')}
          actions={
            <Button size="sm" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {query.isPending && <HistorySkeleton />}
      {query.isSuccess && runs.length === 0 && (
        <NoRuns isFiltered={isFiltered} onShowAll={() => onFiltersChange({})} />
      )}
      <HistorySummary runs={runs} />
      {runs.length > 0 && <HistoryTable runs={runs} />}
      {query.hasNextPage && (
        <Button
          isLoading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="self-center"
        >
          Load more
        </Button>
      )}
    </div>
  );
}

function NoRuns({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No runs match"
        action={<Button onClick={onShowAll}>Show all runs</Button>}
      >
        No run has this result in this project or test suite.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<History aria-hidden />}
      title="No runs yet"
      action={
        <Link to="/projects" className={buttonClass({ variant: 'primary' })}>
          Go to projects
        </Link>
      }
    >
      Open a test suite and press Run. What your bot answered is kept here.
    </EmptyState>
  );
}

const rows = ['a', 'b', 'c', 'd', 'e', 'f'];

function HistorySkeleton() {
  return (
    <div role="status" aria-label="Loading the history" className="flex flex-col gap-2">
      {rows.map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
