import { createFileRoute } from '@tanstack/react-router';
import { LoadResultsScreen } from '#/features/load-tests/load-results-screen.tsx';
import { LoadTestingGate } from '#/features/load-tests/load-testing-gate.tsx';
import { id, searchValues } from '#/lib/search-values.ts';

export const Route = createFileRoute('/_protected/_full/load/$loadTestId/results')({
  staticData: {
    trail: [{ label: 'Load Test', to: '/load' }, { lookup: 'load-test' }, { label: 'Results' }],
  },
  validateSearch: searchValues({ compare: id }),
  component: LoadResultsPage,
});

function LoadResultsPage() {
  const { loadTestId } = Route.useParams();
  const { compare } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LoadTestingGate>
      <LoadResultsScreen
        key={loadTestId}
        loadTestId={loadTestId}
        compareWith={compare}
        onCompare={(next) =>
          void navigate({ search: { compare: next }, replace: true, resetScroll: false })
        }
      />
    </LoadTestingGate>
  );
}
