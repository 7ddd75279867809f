import { createFileRoute } from '@tanstack/react-router';
import { LoadTestingGate } from '#/features/load-tests/load-testing-gate.tsx';
import { LoadTestsScreen } from '#/features/load-tests/load-tests-screen.tsx';

export const Route = createFileRoute('/_protected/_full/load/')({
  staticData: { trail: [{ label: 'Load Test' }] },
  component: LoadPage,
});

function LoadPage() {
  return (
    <LoadTestingGate>
      <LoadTestsScreen />
    </LoadTestingGate>
  );
}
