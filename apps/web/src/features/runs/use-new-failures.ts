import { isBad, keyOf, type TestResult } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { earlierRunsQuery, runLogQuery } from './runs.queries.ts';

/** Indexes of tests that failed in a run but passed in the previous one; empty while the run is active. */
export function useNewFailures(
  runId: string,
  tests: readonly TestResult[] | undefined,
  isOver: boolean,
): ReadonlySet<number> {
  const scope = useScope();
  const hasFailed = isOver && tests?.some(({ outcome }) => isBad(outcome)) === true;
  const { data: earlier } = useQuery({
    ...earlierRunsQuery(scope, runId),
    enabled: isOver,
  });
  const { data: log } = useQuery({
    ...runLogQuery(scope, earlier?.previous?.id ?? ''),
    enabled: hasFailed && !!earlier?.previous,
  });
  return useMemo(() => newlyFailed(tests ?? [], log?.result.tests ?? []), [tests, log]);
}

/** @returns the indexes of tests that fail now and passed before */
export function newlyFailed(
  tests: readonly TestResult[],
  before: readonly TestResult[],
): ReadonlySet<number> {
  const passed = new Set(before.filter(({ outcome }) => outcome === 'passed').map(keyOf));
  return new Set(
    tests.flatMap((test, index) => (isBad(test.outcome) && passed.has(keyOf(test)) ? [index] : [])),
  );
}
