import type { RunSummary } from '@parley/contract';
import type { SuiteEnvironment } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { runEnvironmentQuery } from './runs.queries.ts';

/**
 * The environment that a run used, as stored with the run: each secret reads `***`.
 *
 * @returns undefined if it used none, or until it is loaded
 */
export function useStoredEnvironment(run: RunSummary | undefined): SuiteEnvironment | undefined {
  const isUsed = run !== undefined && run.environmentVersion !== null;
  const { data } = useQuery({
    ...runEnvironmentQuery(useScope(), run?.id ?? ''),
    enabled: isUsed,
  });
  const kept = isUsed ? data?.environment : undefined;
  return (
    useMemo(
      () =>
        kept && {
          name: kept.name,
          variables: kept.variables,
          secrets: Object.fromEntries(kept.secrets.map((name) => [name, '***'])),
        },
      [kept],
    ) ?? undefined
  );
}
