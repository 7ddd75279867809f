import type { LoadTest } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { toast } from '#/ui/toast.ts';
import { stopLoadTest } from './load-tests.queries.ts';

/** Stops at once and without a question: whoever needs it may be in a hurry. */
export function StopButton({ test }: { test: LoadTest }) {
  const scope = useScope();
  const stop = useMutation({
    mutationFn: () => stopLoadTest(scope, test.id),
    onError: (error) =>
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to stop the load test') }),
  });
  const isWaiting = test.stopRequested || stop.isPending;
  return (
    <Button
      variant="danger"
      icon={<CircleStop className="size-4" aria-hidden />}
      isLoading={isWaiting}
      onClick={() => stop.mutate()}
    >
      {isWaiting ? 'Stopping…' : 'Stop'}
    </Button>
  );
}
