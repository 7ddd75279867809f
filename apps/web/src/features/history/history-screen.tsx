import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, GitCompareArrows, History, SearchX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { runsQuery } from '#/features/runs/runs.queries.ts';
import { useRunNews } from '#/features/runs/use-run-news.ts';
import { countOf } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button, buttonClass } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { ListEnd } from '#/ui/list-end.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useNow } from '#/ui/use-now.ts';
import { ExportMenu } from './export-menu.tsx';
import { figuresQuery } from './history.queries.ts';
import { HistoryBreakdown } from './history-breakdown.tsx';
import { HistoryCharts } from './history-charts.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { filtersOf } from './history-range.ts';
import { dayOf, type HistorySearch } from './history-search.ts';
import { HistoryTable } from './history-table.tsx';
import { HistoryTiles } from './history-tiles.tsx';
import { useFreshFigures } from './use-fresh-figures.ts';

interface HistoryScreenProps {
  search: HistorySearch;
  onSearchChange: (search: HistorySearch) => void;
}

/** Runs of the organization: figures, charts and a list, newest first. */
export function HistoryScreen({ search, onSearchChange }: HistoryScreenProps) {
  const scope = useScope();
  const now = useNow(true, 60_000);
  const filters = filtersOf(search, now);
  const query = useInfiniteQuery(runsQuery(scope, filters));
  // A rate among runs of one result would be 0 or 100 % whatever the bot does.
  const { status, failureClass, ...anyResult } = filters;
  const figures = useQuery(figuresQuery(scope, anyResult));
  useRunNews();
  useFreshFigures(query.dataUpdatedAt);
  const [chosen, setChosen] = useState<string[]>([]);
  const runs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const hasFigures = figures.data !== undefined && figures.data.total.runs > 0;

  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="History"
        description="Run trends, failures and latency"
        actions={
          <>
            <ExportMenu filters={filters} />
            <Link to="/history/monitoring" className={buttonClass()}>
              <Activity className="size-4" aria-hidden />
              Monitoring
            </Link>
          </>
        }
      />
      <HistoryFilters search={search} onChange={onSearchChange} now={now} />
      {search.suiteId !== undefined && (
        <p className="text-sm">
          <Link
            to="/history/suites/$suiteId"
            params={{ suiteId: search.suiteId }}
            className="inline-flex items-center gap-1.5 rounded-sm text-accent-ink hover:underline"
          >
            <ShieldCheck className="size-4" aria-hidden />
            Reliability of each test in this suite
          </Link>
        </p>
      )}
      {figures.isError && (
        <RetryAlert
          what="the figures"
          error={figures.error}
          onRetry={() => void figures.refetch()}
        />
      )}
      {figures.isPending && (
        <div role="status" aria-label="Loading the figures" className="flex flex-col gap-5">
          <Skeleton className="h-24" />
          <Skeleton className="h-72" />
        </div>
      )}
      {hasFigures && (
        <>
          {(status !== undefined || failureClass !== undefined) && (
            <p className="text-ink-muted text-sm">
              The figures count runs of every result; the list below shows only the chosen one.
            </p>
          )}
          <HistoryTiles figures={figures.data} />
          <HistoryCharts figures={figures.data} />
          <HistoryBreakdown figures={figures.data} />
        </>
      )}
      {query.isError && (
        <RetryAlert what="the history" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <HistorySkeleton />}
      {query.isSuccess && runs.length === 0 && (
        <NoRuns isFiltered={isFiltered} onShowAll={() => onSearchChange({})} />
      )}
      {runs.length > 0 && (
        <>
          <CompareBar chosen={chosen} onClear={() => setChosen([])} />
          <HistoryTable runs={runs} chosen={chosen} onChoose={setChosen} />
          <ListEnd
            text={countOf(runs.length, 'run', query.hasNextPage)}
            isMore={query.hasNextPage}
            isLoading={query.isFetchingNextPage}
            onMore={() => !query.isFetchingNextPage && void query.fetchNextPage()}
          />
        </>
      )}
    </div>
  );
}

/** Says how two runs are chosen, and opens them side by side. */
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
            search={{ from: dayOf(Date.now() - 364 * 86_400_000), to: dayOf(Date.now()) }}
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
