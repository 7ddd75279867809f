/** Server requests for the overview, with one `queryOptions` per read. */
import { type BodyInput, overview, type QueryInput } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Polling interval in milliseconds while the page is visible. The end of a run refreshes the overview sooner. */
export const refreshMs = 30_000;

export function overviewQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['overview', scope.orgId, 'now'] as const,
    queryFn: ({ signal }) => call(overview.getOverview, { params: scope, signal }),
    refetchInterval: refreshMs,
  });
}

/** @returns the time up to which the member had seen the overview before this visit; null if unknown */
export async function visitOverview(
  scope: OrganizationScope,
  body: BodyInput<typeof overview.visitOverview>,
): Promise<string | null> {
  return (await call(overview.visitOverview, { params: scope, body })).seenUntil;
}

export async function markOverview(
  scope: OrganizationScope,
  body: BodyInput<typeof overview.markOverview>,
): Promise<string | null> {
  return (await call(overview.markOverview, { params: scope, body })).seenUntil;
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
