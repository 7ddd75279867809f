import { isBad, type TestResult } from '@parley/suite';
import { useNavigate } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { useChange } from '#/ui/use-change.ts';
import { explainRefusal } from './explain-refusal.ts';
import { startRun } from './runs.queries.ts';

interface RerunButtonsProps {
  suiteId: string;
  tests: TestResult[];
}

/** Runs the current suite, completely or only what did not pass, and opens that run. */
export function RerunButtons({ suiteId, tests }: RerunButtonsProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const failed = tests.filter(({ outcome }) => isBad(outcome)).map(({ name }) => name);
  const start = useChange({
    run: (names: string[] | undefined) => startRun(scope, suiteId, names),
    failure: 'Failed to start the run',
    explain: explainRefusal,
    onDone: ({ id }) => void navigate({ to: '/history/testruns/$runId', params: { runId: id } }),
  });
  const isStarting = (isFailedOnly: boolean) =>
    start.isPending && (start.input !== undefined) === isFailedOnly;
  return (
    <>
      {failed.length > 0 && failed.length < tests.length && (
        <Button
          icon={<RotateCw className="size-4" aria-hidden />}
          isLoading={isStarting(true)}
          aria-disabled={start.isPending}
          onClick={() => void start.start(failed)}
        >
          {failed.length === 1 ? 'Rerun failed test' : `Rerun ${failed.length} failed tests`}
        </Button>
      )}
      <Button
        variant="primary"
        icon={<RotateCw className="size-4" aria-hidden />}
        isLoading={isStarting(false)}
        aria-disabled={start.isPending}
        onClick={() => void start.start(undefined)}
      >
        Run again
      </Button>
    </>
  );
}
