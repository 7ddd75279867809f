import { createFileRoute } from '@tanstack/react-router';
import { LoadMonitoringScreen } from '#/features/load-tests/load-monitoring-screen.tsx';
import { LoadTestingGate } from '#/features/load-tests/load-testing-gate.tsx';

export const Route = createFileRoute('/_protected/_full/load/$loadTestId/monitoring')({
  staticData: {
    trail: [{ label: 'Load Test', to: '/load' }, { lookup: 'load-test' }, { label: 'Monitoring' }],
  },
  component: LoadMonitoringPage,
});

function LoadMonitoringPage() {
  const { loadTestId } = Route.useParams();
  return (
    <LoadTestingGate>
      <LoadMonitoringScreen key={loadTestId} loadTestId={loadTestId} />
    </LoadTestingGate>
  );
}
