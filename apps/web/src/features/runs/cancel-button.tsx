import type { RunSummary } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button, type ButtonSize } from '#/ui/button.tsx';
import { toast } from '#/ui/toast.ts';
import { cancelRun } from './runs.queries.ts';

export function CancelButton({ run, size }: { run: RunSummary; size?: ButtonSize }) {
  const scope = useScope();
  const cancel = useMutation({
    mutationFn: () => cancelRun(scope, run.id),
    onError: (error) =>
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to cancel the run') }),
  });
  const isWaiting = run.cancelRequested || cancel.isPending;
  return (
    <Button
      size={size}
      icon={<CircleStop className="size-4" aria-hidden />}
      isLoading={isWaiting}
      onClick={() => cancel.mutate()}
    >
      {isWaiting ? 'Cancelling…' : 'Cancel'}
    </Button>
  );
}
