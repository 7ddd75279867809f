import type { RunSummary } from '@parley/contract';
import type { SuiteEnvironment } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { runEnvironmentQuery } from './runs.queries.ts';

/**
 * The environment of a run, as stored with the run. Secrets are replaced by `***`.
 *
 * @returns undefined if the run used none, and until it is loaded
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
