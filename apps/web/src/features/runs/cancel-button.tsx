import type { RunSummary } from '@parley/contract';
import { CircleStop } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Button, type ButtonSize } from '#/ui/button.tsx';
import { useChange } from '#/ui/use-change.ts';
import { cancelRun } from './runs.queries.ts';

export function CancelButton({ run, size }: { run: RunSummary; size?: ButtonSize }) {
  const scope = useScope();
  const cancel = useChange({
    run: () => cancelRun(scope, run.id),
    failure: 'Failed to cancel the run',
  });
  const isWaiting = run.cancelRequested || cancel.isPending;
  return (
    <Button
      size={size}
      icon={<CircleStop className="size-4" aria-hidden />}
      isLoading={isWaiting}
      onClick={() => void cancel.start()}
    >
      {isWaiting ? 'Cancelling…' : 'Cancel'}
    </Button>
  );
}
