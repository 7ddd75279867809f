import { createFileRoute } from '@tanstack/react-router';
import { reliabilityQuery } from '#/features/history/history.queries.ts';
import { ReliabilityScreen } from '#/features/history/reliability-screen.tsx';
import { queryClient } from '#/lib/query-client.ts';
import { searchValues, shortText } from '#/lib/search-values.ts';
import { readScope } from '#/lib/session/scope.ts';

export const Route = createFileRoute('/_protected/_full/history/suites/$suiteId')({
  staticData: { trail: [{ label: 'History', to: '/history' }, { label: 'Reliability' }] },
  // Name of the open test.
  validateSearch: searchValues({ test: shortText(1000) }),
  loader: ({ params }) => {
    const scope = readScope();
    if (scope) void queryClient.prefetchQuery(reliabilityQuery(scope, params.suiteId));
  },
  component: ReliabilityPage,
});

function ReliabilityPage() {
  const { suiteId } = Route.useParams();
  const { test } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReliabilityScreen
      suiteId={suiteId}
      test={test}
      onTestChange={(next) =>
        void navigate({ search: { test: next }, replace: true, resetScroll: false })
      }
    />
  );
}
