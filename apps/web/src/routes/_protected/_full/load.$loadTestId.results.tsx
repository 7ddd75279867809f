import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LoadResultsScreen } from '#/features/load-tests/load-results-screen.tsx';
import { LoadTestingGate } from '#/features/load-tests/load-testing-gate.tsx';

const id = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(64))), undefined);

export const Route = createFileRoute('/_protected/_full/load/$loadTestId/results')({
  staticData: {
    trail: [{ label: 'Load Test', to: '/load' }, { lookup: 'load-test' }, { label: 'Results' }],
  },
  validateSearch: z.object({ compare: id }),
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
