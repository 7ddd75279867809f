import { createFileRoute } from '@tanstack/react-router';
import { LoadSetupScreen } from '#/features/load-tests/load-setup-screen.tsx';
import { LoadTestingGate } from '#/features/load-tests/load-testing-gate.tsx';
import { id, searchValues } from '#/lib/search-values.ts';

export const Route = createFileRoute('/_protected/_full/load/setup')({
  staticData: { trail: [{ label: 'Load Test', to: '/load' }, { label: 'Setup' }] },
  validateSearch: searchValues({ projectId: id, suiteId: id, like: id }),
  component: LoadSetupPage,
});

function LoadSetupPage() {
  const place = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LoadTestingGate>
      <LoadSetupScreen
        place={place}
        onPlaceChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
    </LoadTestingGate>
  );
}
