import { Alert } from '#/ui/alert.tsx';

/** That the figures below are of no whole load test, or that there are none. */
export function InterruptedAlert({ isMeasured }: { isMeasured: boolean }) {
  const title = isMeasured ? 'Interrupted' : 'Nothing was measured';
  return (
    <Alert tone="warning" title={title}>
      The workers could not finish this load test. Start it again.
    </Alert>
  );
}
