import { devicePlatforms, failureClassNames, runTriggers } from '@parley/contract';
import { createFileRoute } from '@tanstack/react-router';
import { figuresQuery } from '#/features/history/history.queries.ts';
import { figuresFilterOf, filtersOf, readAddress } from '#/features/history/history-range.ts';
import { HistoryScreen } from '#/features/history/history-screen.tsx';
import { readDay, readPreset } from '#/features/history/history-search.ts';
import { runsQuery } from '#/features/runs/runs.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { id, oneOf, searchValues, shortText } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/history/')({
  staticData: { trail: [{ label: 'History' }] },
  validateSearch: searchValues({
    // The screen reads these; see HistoryAddress.
    status: shortText(16),
    projectId: id,
    suiteId: id,
    platform: oneOf(devicePlatforms),
    trigger: oneOf(runTriggers),
    failureClass: oneOf(failureClassNames),
    days: readPreset,
    from: readDay,
    to: readDay,
    search: shortText(200),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    const scope = readScope();
    if (!scope) return;
    const filters = filtersOf(readAddress(deps), Date.now());
    void queryClient.prefetchInfiniteQuery(runsQuery(scope, filters));
    void queryClient.prefetchQuery(figuresQuery(scope, figuresFilterOf(filters)));
  },
  component: HistoryPage,
});

function HistoryPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <HistoryScreen
      search={search}
      onSearchChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
