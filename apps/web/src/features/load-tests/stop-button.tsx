import type { LoadTest } from '@parley/contract';
import { CircleStop } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { useChange } from '#/ui/use-change.ts';
import { stopLoadTest } from './load-tests.queries.ts';

/** Stops a load test without confirmation, because stopping can be urgent. */
export function StopButton({ test }: { test: LoadTest }) {
  const scope = useScope();
  const stop = useChange({
    run: () => stopLoadTest(scope, test.id),
    failure: 'Failed to stop the load test',
  });
  const isWaiting = test.stopRequested || stop.isPending;
  return (
    <Button
      variant="danger"
      icon={<CircleStop className="size-4" aria-hidden />}
      isLoading={isWaiting}
      onClick={() => void stop.start()}
    >
      {isWaiting ? 'Stopping…' : 'Stop'}
    </Button>
  );
}
