import { catalogue, type Installation } from '@parley/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';

/** Version, addresses and switches of this installation. They only change when the server restarts. */
export const installationQuery = queryOptions({
  queryKey: ['installation'] as const,
  queryFn: ({ signal }) => call(catalogue.getInstallation, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Start of a sentence about changing a plan. */
export function whoSetsPlans(installation: Installation | undefined): string {
  return installation?.sellsPlans === false
    ? 'Ask an operator of this installation'
    : 'Contact sales';
}

/** Undefined until loaded. Also works on pages outside the shell. */
export function useInstallation(): Installation | undefined {
  return useQuery(installationQuery, queryClient).data;
}
