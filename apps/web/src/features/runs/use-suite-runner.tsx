import type { TestResult } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import type { SuiteRunner, WantedRun } from '#/features/suites/editor/suite-runner.ts';
import { suiteQuery } from '#/features/suites/suites.queries.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useChange } from '#/ui/use-change.ts';
import { explainRefusal } from './explain-refusal.ts';
import { NewlyFailingTests } from './newly-failing-tests.tsx';
import { ReadinessNotice } from './readiness-notice.tsx';
import { RunBar } from './run-bar.tsx';
import { hasEnded } from './run-log.ts';
import { latestRunQuery, readinessQuery, startRun } from './runs.queries.ts';
import { StepResultStrip } from './step-result-strip.tsx';
import { useRunLog } from './use-run-log.ts';
import { useRunNews } from './use-run-news.ts';
import { useStoredEnvironment } from './use-stored-environment.ts';

/** Runs a suite for the editor, and shows its latest run in the editor. */
export function useSuiteRunner(suiteId: string): SuiteRunner {
  const scope = useScope();
  const { data: run } = useQuery(latestRunQuery(scope, suiteId));
  const { data: log } = useRunLog(run?.id ?? null);
  const { data: stored } = useQuery(suiteQuery(scope, suiteId));
  const readiness = useQuery(readinessQuery(scope, suiteId, stored));
  useRunNews();
  const start = useChange({
    run: (wanted: WantedRun | undefined) => startRun(scope, suiteId, wanted),
    failure: 'Failed to start the run',
    explain: explainRefusal,
    // The reasons may have changed since the suite was opened.
    onFailed: () => void readiness.refetch(),
  });

  const isRunning = run !== undefined && run !== null && !hasEnded(run);
  const told = log?.result.tests.filter((test) => hasSomethingToTell(test, isRunning));
  const results = new Map(told?.map((test) => [test.name, test]));

  return {
    start: start.start,
    isStarting: start.isPending,
    isRunning,
    notice: <ReadinessNotice problems={readiness.data?.problems ?? []} />,
    bar: run && <RunBar run={run} log={log} />,
    resultOf: ({ name }) => results.get(name),
    ofDevice: run?.device?.variables,
    environment: useStoredEnvironment(run ?? undefined),
    lastEnvironment: run?.environment ?? '',
    renderStep: (step, options) => <StepResultStrip step={step} isOver={!isRunning} {...options} />,
    renderNewlyFailing: (source, changed) => (
      <NewlyFailingTests {...{ suiteId, source, changed }} />
    ),
  };
}

/** @returns false for a test without a result, because it was skipped or the run ended before it */
function hasSomethingToTell({ outcome, steps }: TestResult, isRunning: boolean): boolean {
  if (outcome === 'skipped') return false;
  return (
    isRunning || outcome !== 'pending' || steps.some(({ startedAt }) => startedAt !== undefined)
  );
}
