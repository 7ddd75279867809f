import { createFileRoute } from '@tanstack/react-router';
import { ExplorationScreen } from '#/features/explorations/exploration-screen.tsx';
import {
  explorationLogQuery,
  explorationQuery,
} from '#/features/explorations/explorations.queries.ts';
import { queryClient } from '#/lib/query-client.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/explore/$explorationId')({
  staticData: {
    trail: [{ label: 'Exploratory Tests', to: '/explore' }, { lookup: 'exploration' }],
  },
  loader: ({ params: { explorationId } }) => {
    const scope = readScope();
    if (!scope) return;
    void queryClient.prefetchQuery(explorationQuery(scope, explorationId));
    void queryClient.prefetchQuery(explorationLogQuery(scope, explorationId));
  },
  component: ExplorationPage,
});

function ExplorationPage() {
  const { explorationId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <ExplorationScreen
      key={explorationId}
      explorationId={explorationId}
      onDeleted={() => void navigate({ to: '/explore' })}
    />
  );
}
