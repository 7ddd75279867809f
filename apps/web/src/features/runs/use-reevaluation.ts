import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { reevaluateRun } from './runs.queries.ts';

/** Re-evaluates a run with the current suite; `answer` is the result. */
export function useReevaluation(runId: string) {
  const scope = useScope();
  return useChange({
    run: () => reevaluateRun(scope, runId),
    failure: 'Failed to re-evaluate the run',
  });
}
