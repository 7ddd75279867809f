import { isBad, type TestResult } from '@parley/suite';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { explainRefusal } from './explain-refusal.ts';
import { startRun } from './runs.queries.ts';

interface RerunButtonsProps {
  suiteId: string;
  tests: TestResult[];
}

/** Runs the suite as it is now, whole or what did not pass, and shows that run. */
export function RerunButtons({ suiteId, tests }: RerunButtonsProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const failed = tests.filter(({ outcome }) => isBad(outcome)).map(({ name }) => name);
  const start = useMutation({
    mutationFn: (names: string[] | undefined) => startRun(scope, suiteId, names),
    onSuccess: ({ id }) => void navigate({ to: '/history/testruns/$runId', params: { runId: id } }),
    onError: explainRefusal,
  });
  const isStarting = (isFailedOnly: boolean) =>
    start.isPending && (start.variables !== undefined) === isFailedOnly;
  return (
    <>
      {failed.length > 0 && failed.length < tests.length && (
        <Button
          icon={<RotateCw className="size-4" aria-hidden />}
          isLoading={isStarting(true)}
          aria-disabled={start.isPending}
          onClick={() => start.mutate(failed)}
        >
          {failed.length === 1 ? 'Rerun failed test' : `Rerun ${failed.length} failed tests`}
        </Button>
      )}
      <Button
        variant="primary"
        icon={<RotateCw className="size-4" aria-hidden />}
        isLoading={isStarting(false)}
        aria-disabled={start.isPending}
        onClick={() => start.mutate(undefined)}
      >
        Run again
      </Button>
    </>
  );
}
