import type { LoadTest } from '@parley/contract';
import { Alert } from '#/ui/alert.tsx';

/** That the figures below are of no whole load test, or that there are none. */
export function InterruptedAlert({ test }: { test: Pick<LoadTest, 'summary'> }) {
  const title = test.summary === null ? 'Nothing was measured' : 'Not held to its end';
  return (
    <Alert tone="warning" title={title}>
      No worker could hold the load test to its end. Start it again.
    </Alert>
  );
}
