import { runs } from '@parley/contract';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { HistoryScreen } from '#/features/runs/history-screen.tsx';
import { runsQuery } from '#/features/runs/runs.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

const id = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(64))), undefined);

export const Route = createFileRoute('/_protected/_full/history/')({
  staticData: { trail: [{ label: 'History' }] },
  validateSearch: z.object({
    status: z.catch(z.optional(runs.runStatus), undefined),
    projectId: id,
    suiteId: id,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchInfiniteQuery(runsQuery(scope, deps));
  },
  component: HistoryPage,
});

function HistoryPage() {
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <HistoryScreen
      filters={filters}
      onFiltersChange={(search) => void navigate({ search, replace: true })}
    />
  );
}
