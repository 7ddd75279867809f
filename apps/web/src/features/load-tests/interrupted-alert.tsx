import { Alert } from '#/ui/alert.tsx';

/** Warns that the figures are incomplete, or that there are none. */
export function InterruptedAlert({ isMeasured }: { isMeasured: boolean }) {
  const title = isMeasured ? 'Interrupted' : 'Nothing was measured';
  return (
    <Alert tone="warning" title={title}>
      The workers could not finish this load test. Start it again.
    </Alert>
  );
}
