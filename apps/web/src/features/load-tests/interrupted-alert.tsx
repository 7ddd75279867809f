import { Alert } from '#/ui/alert.tsx';

/** That the figures below are of no whole load test, or that there are none. */
export function InterruptedAlert({ isMeasured }: { isMeasured: boolean }) {
  const title = isMeasured ? 'Not held to its end' : 'Nothing was measured';
  return (
    <Alert tone="warning" title={title}>
      No worker could hold the load test to its end. Start it again.
    </Alert>
  );
}
