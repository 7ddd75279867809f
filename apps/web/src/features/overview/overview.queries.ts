/** Everything that this feature asks of the server; one `queryOptions` for each endpoint that is read. */
import { overview, type QueryInput } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** While a page is in sight; runs that end are heard of sooner. */
export const refreshMs = 30_000;

export function overviewQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['overview', scope.orgId, 'now'] as const,
    queryFn: ({ signal }) => call(overview.getOverview, { params: scope, signal }),
    refetchInterval: refreshMs,
  });
}

export type StandingFilters = QueryInput<typeof overview.listSuiteStandings>;

export function suiteStandingsQuery(scope: OrganizationScope, filters: StandingFilters) {
  return queryOptions({
    queryKey: ['overview', scope.orgId, 'suites', filters] as const,
    queryFn: ({ signal }) =>
      call(overview.listSuiteStandings, { params: scope, query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}
