import { ApiRequestError } from '#/lib/api.ts';
import { messageOr } from '#/lib/message-or.ts';
import { toast } from '#/ui/toast.ts';

/** Says why a run was not started, and what to do about it. */
export function explainRefusal(error: Error): void {
  const problem = error instanceof ApiRequestError ? error.problems[0] : undefined;
  const hint = error instanceof ApiRequestError ? error.hint : undefined;
  toast({
    variant: 'destructive',
    title: messageOr(error, 'Failed to start the run'),
    description: problem ? `${problem.message} ${problem.hint ?? ''}`.trim() : hint,
  });
}
