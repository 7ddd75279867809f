import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { reevaluateRun } from './runs.queries.ts';

/** Holds the suite as it is now against what was said in a run; its `answer` is what the run would have come to. */
export function useJudgeAgain(runId: string) {
  const scope = useScope();
  return useChange({
    run: () => reevaluateRun(scope, runId),
    failure: 'Failed to re-evaluate the run',
  });
}
