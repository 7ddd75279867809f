import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LoadSetupScreen } from '#/features/load-tests/load-setup-screen.tsx';
import { LoadTestingGate } from '#/features/load-tests/load-testing-gate.tsx';

const id = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(64))), undefined);

export const Route = createFileRoute('/_protected/_full/load/setup')({
  staticData: { trail: [{ label: 'Load Test', to: '/load' }, { label: 'Setup' }] },
  validateSearch: z.object({ projectId: id, suiteId: id, like: id }),
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
