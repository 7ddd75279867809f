import { createFileRoute } from '@tanstack/react-router';
import { readOutcomeFilter } from '#/features/runs/run-outcomes.ts';
import { RunScreen } from '#/features/runs/run-screen.tsx';
import { runLogQuery, runQuery } from '#/features/runs/runs.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { ordinal, searchValues } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_contained/history/testruns/$runId')({
  staticData: { trail: [{ label: 'History', to: '/history' }, { label: 'Run {runId}' }] },
  validateSearch: searchValues({
    outcome: readOutcomeFilter,
    test: ordinal,
    step: ordinal,
    at: ordinal,
  }),
  loader: ({ params: { runId } }) => {
    const scope = readScope();
    if (!scope) return;
    void queryClient.prefetchQuery(runQuery(scope, runId));
    void queryClient.prefetchQuery(runLogQuery(scope, runId));
  },
  component: RunPage,
});

function RunPage() {
  const { runId } = Route.useParams();
  const { outcome = 'all', test, step, at } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <RunScreen
      key={runId}
      runId={runId}
      place={{ outcome, test, step, at }}
      onPlaceChange={(next) =>
        void navigate({
          search: { ...next, outcome: next.outcome === 'all' ? undefined : next.outcome },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
