import { createFileRoute } from '@tanstack/react-router';
import { explorationsQuery } from '#/features/explorations/explorations.queries.ts';
import { ExploreScreen } from '#/features/explorations/explore-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/explore/')({
  staticData: { trail: [{ label: 'Exploratory Tests' }] },
  loader: () => {
    const scope = readScope();
    if (scope) void queryClient.prefetchInfiniteQuery(explorationsQuery(scope));
  },
  component: ExplorePage,
});

function ExplorePage() {
  const navigate = Route.useNavigate();
  return (
    <ExploreScreen
      onOpen={(explorationId) =>
        void navigate({ to: '/explore/$explorationId', params: { explorationId } })
      }
    />
  );
}
