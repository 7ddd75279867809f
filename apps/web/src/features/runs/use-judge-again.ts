import { useMutation } from '@tanstack/react-query';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { toast } from '#/ui/toast.ts';
import { reevaluateRun } from './runs.queries.ts';

/** Holds the suite as it is now against what was said in a run; its `data` is what the run would have come to. */
export function useJudgeAgain(runId: string) {
  const scope = useScope();
  return useMutation({
    mutationFn: () => reevaluateRun(scope, runId),
    onError: (error) =>
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to re-evaluate the run') }),
  });
}
