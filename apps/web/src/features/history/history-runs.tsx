import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompareArrows, History, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { RunFilters } from '#/features/runs/run-filters.ts';
import { runsQuery } from '#/features/runs/runs.queries.ts';
import { useRunNews } from '#/features/runs/use-run-news.ts';
import { countOf } from '#/lib/format-number.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { dayInZone, viewerTimeZone } from '#/lib/time-zone.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { PagedList } from '#/ui/paged-list.tsx';
import { HistoryTable } from './history-table.tsx';
import { useFreshFigures } from './use-fresh-figures.ts';

interface HistoryRunsProps {
  filters: RunFilters;
  isFiltered: boolean;
  onShowAll: () => void;
}

/** Runs, newest first. Users can select two of them to compare. */
export function HistoryRuns({ filters, isFiltered, onShowAll }: HistoryRunsProps) {
  const query = useInfiniteQuery(runsQuery(useScope(), filters));
  const searchedTo = query.data?.pages.at(-1)?.searchedTo;
  const [chosen, setChosen] = useState<string[]>([]);
  useRunNews();
  useFreshFigures(query.dataUpdatedAt);
  return (
    <section aria-label="Runs" className="flex min-w-0 flex-col gap-3">
      <PagedList
        query={query}
        what="the history"
        empty={
          searchedTo !== undefined ? (
            <NotFoundYet
              text={filters.search ?? ''}
              searchedTo={searchedTo}
              isLoading={query.isFetchingNextPage}
              onFurther={() => void query.fetchNextPage()}
            />
          ) : filters.search !== undefined ? (
            <NothingFound text={filters.search} onShowAll={onShowAll} />
          ) : (
            <NoRuns isFiltered={isFiltered} onShowAll={onShowAll} />
          )
        }
        end={({ shown, isMore, last }) =>
          last?.searchedTo
            ? `${countOf(shown, 'run')} found since ${formatDateTime(last.searchedTo)}`
            : countOf(shown, 'run', isMore)
        }
        hasMoreByButton
      >
        {(runs) => (
          <>
            <CompareBar chosen={chosen} onClear={() => setChosen([])} />
            <HistoryTable runs={runs} chosen={chosen} onChoose={setChosen} />
          </>
        )}
      </PagedList>
    </section>
  );
}

/** Explains how to select two runs, and opens their comparison. */
function CompareBar({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const [first, second] = chosen;
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
      <h2 className="font-semibold text-ink text-lg">Runs</h2>
      <div className="flex flex-wrap items-center gap-2 text-ink-muted text-sm">
        <span role="status">
          {first === undefined
            ? 'Select two runs to compare'
            : second === undefined
              ? 'Select one more run to compare'
              : 'Two runs selected'}
        </span>
        {first !== undefined && (
          <Button size="sm" variant="ghost" onClick={onClear}>
            Clear
          </Button>
        )}
        {first !== undefined && second !== undefined && (
          <Link
            to="/history/compare"
            search={{ base: first, with: second }}
            className={buttonClass({ size: 'sm', variant: 'primary' })}
          >
            <GitCompareArrows className="size-4" aria-hidden />
            Compare
          </Link>
        )}
      </div>
    </div>
  );
}

interface NotFoundYetProps {
  text: string;
  searchedTo: string;
  isLoading: boolean;
  onFurther: () => void;
}

/** Shown while the searched pages contain no match. */
function NotFoundYet({ text, searchedTo, isLoading, onFurther }: NotFoundYetProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={`No run with “${text}” since ${formatDateTime(searchedTo)}`}
      action={
        <Button onClick={onFurther} isLoading={isLoading}>
          Search earlier runs
        </Button>
      }
    >
      Earlier runs have not been searched yet.
    </EmptyState>
  );
}

function NothingFound({ text, onShowAll }: { text: string; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={`No run with “${text}”`}
      action={<Button onClick={onShowAll}>Show all</Button>}
    >
      Names of tests, messages of steps and failures of ended runs on these days were searched.
      Choose more days, or search for a shorter text.
    </EmptyState>
  );
}

const dayBefore = (days: number) => dayInZone(Date.now() - days * 86_400_000, viewerTimeZone());

function NoRuns({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No runs match"
        action={<Button onClick={onShowAll}>Show all</Button>}
      >
        No runs on these days match the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<History aria-hidden />}
      title="No runs in the last 14 days"
      action={
        <>
          <Link
            to="/history"
            search={{ from: dayBefore(364), to: dayBefore(0) }}
            className={buttonClass()}
          >
            Show the last year
          </Link>
          <Link to="/projects" className={buttonClass({ variant: 'primary' })}>
            Go to projects
          </Link>
        </>
      }
    >
      Runs appear here. Open a test suite and click Run.
    </EmptyState>
  );
}
