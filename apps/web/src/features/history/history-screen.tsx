import type { HistoryFigures } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, ShieldCheck } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { useViewerTimeZone } from '#/lib/time-zone.ts';
import { buttonClass } from '#/ui/button.tsx';
import { Loaded, type LoadedQuery } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useNow } from '#/ui/use-now.ts';
import { ExportMenu } from './export-menu.tsx';
import { figuresQuery } from './history.queries.ts';
import { HistoryBreakdown } from './history-breakdown.tsx';
import { HistoryCharts } from './history-charts.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { figuresFilterOf, filtersOf, readAddress } from './history-range.ts';
import { HistoryRuns } from './history-runs.tsx';
import type { HistoryAddress, HistorySearch } from './history-search.ts';
import { HistoryTiles } from './history-tiles.tsx';

interface HistoryScreenProps {
  search: HistoryAddress;
  onSearchChange: (search: HistorySearch) => void;
}

/** The history of runs: a summary of the period, the runs (newest first), and the charts. */
export function HistoryScreen({ search: address, onSearchChange }: HistoryScreenProps) {
  const search = readAddress(address);
  const now = useNow(true, 60_000);
  const scope = useScope();
  const zone = useViewerTimeZone();
  const inZone = filtersOf(search, now, zone);
  const asked = useQuery(figuresQuery(scope, figuresFilterOf(inZone)));
  const utcBecause = asked.isPlaceholderData ? null : (asked.data?.utcBecause ?? null);
  // The list and the figures cover the same days.
  const filters = utcBecause ? filtersOf(search, now, 'UTC') : inZone;
  const figures = useQuery(figuresQuery(scope, figuresFilterOf(filters)));
  const hasFigures = figures.data !== undefined && figures.data.total.runs > 0;
  const isOfEveryResult = search.status === undefined || search.status === 'ended';
  const isOfSome =
    !isOfEveryResult || search.failureClass !== undefined || search.search !== undefined;
  return (
    <div className="flex flex-col gap-4">
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
      <HistoryFilters
        search={search}
        onChange={onSearchChange}
        now={now}
        zone={utcBecause ? 'UTC' : zone}
      />
      {search.suiteId !== undefined && <ReliabilityLink suiteId={search.suiteId} />}
      <Summary query={figures} search={search} isOfSome={isOfSome} />
      <div className={hasFigures || figures.isPending ? besideClass : undefined}>
        <HistoryRuns
          key={filters.search}
          filters={filters}
          isFiltered={Object.values(search).some((value) => value !== undefined)}
          onShowAll={() => onSearchChange({})}
        />
        {hasFigures && <Trends figures={figures.data} search={search} utcBecause={utcBecause} />}
        {figures.isPending && <Skeleton className="h-96 max-xl:hidden" />}
      </div>
    </div>
  );
}

const trendsId = 'trends';

/** Layout of list and charts. On narrow screens, the charts are below the list. */
const besideClass =
  'grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]';

function ReliabilityLink({ suiteId }: { suiteId: string }) {
  return (
    <p className="text-sm">
      <Link
        to="/history/suites/$suiteId"
        params={{ suiteId }}
        className="inline-flex items-center gap-1.5 rounded-sm text-accent-ink hover:underline"
      >
        <ShieldCheck className="size-4" aria-hidden />
        Reliability of each test in this suite
      </Link>
    </p>
  );
}

interface SummaryProps {
  query: LoadedQuery<HistoryFigures>;
  search: HistorySearch;
  /** True if the list shows only some of the runs that the figures count. */
  isOfSome: boolean;
}

/** Summarizes the period in four figures. Renders nothing if there are no runs. */
function Summary({ query, search, isOfSome }: SummaryProps) {
  const { data, error, refetch } = query;
  return (
    <>
      {data && error && (
        <RetryAlert what="the figures" error={error} onRetry={() => void refetch()} />
      )}
      <Loaded query={query} what="the figures" skeleton={<SummarySkeleton />}>
        {(figures) =>
          figures.total.runs > 0 && (
            <div className="flex flex-col gap-2">
              <HistoryTiles {...{ figures, search }} />
              <p className="flex flex-wrap gap-x-4 text-ink-muted text-sm empty:hidden">
                {isOfSome && (
                  <span>
                    {search.search === undefined
                      ? 'The figures count runs of every result; the list shows only the chosen one.'
                      : 'The figures count all runs; the list shows only those that match the search.'}
                  </span>
                )}
                <a href={`#${trendsId}`} className="text-accent-ink hover:underline xl:hidden">
                  Charts and breakdowns
                </a>
              </p>
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** Has the height of the figures, so that the content below does not move when they are loaded. */
function SummarySkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-34 lg:h-17" />
      <div className="h-5 xl:hidden" />
    </div>
  );
}

interface TrendsProps {
  figures: HistoryFigures;
  search: HistorySearch;
  utcBecause: HistoryFigures['utcBecause'];
}

function Trends({ figures, search, utcBecause }: TrendsProps) {
  return (
    <div id={trendsId} className="flex min-w-0 flex-col gap-4">
      <HistoryCharts {...{ figures, search, utcBecause }} />
      <HistoryBreakdown {...{ figures, search }} />
    </div>
  );
}
