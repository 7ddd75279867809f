/** Server requests for load tests, with one `queryOptions` per read. */
import { type BodyInput, type LoadTest, loadTests } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { addPoints, type LoadSeries, noSeries } from './load-series.ts';

export type LoadTestBody = BodyInput<typeof loadTests.createLoadTest>;

const listLimit = 50;
const goingOnMs = 1000;

/** Pages of load tests, newest first. */
export function loadTestsQuery(scope: OrganizationScope, suiteId?: string) {
  return infiniteQueryOptions({
    queryKey: ['load-tests', scope.orgId, 'list', suiteId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(loadTests.listLoadTests, {
        params: scope,
        query: { cursor: pageParam, limit: listLimit, suiteId },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isGoing)) ? 2 * goingOnMs : false,
  });
}

export function loadTestQuery(scope: OrganizationScope, loadTestId: string) {
  return queryOptions({
    queryKey: ['load-tests', scope.orgId, 'test', loadTestId] as const,
    queryFn: ({ signal }) =>
      call(loadTests.getLoadTest, { params: { ...scope, loadTestId }, signal }),
    refetchInterval: ({ state }) => (state.data && isGoing(state.data) ? goingOnMs : false),
  });
}

/** Report of a load test: its final results, or its current figures while it is running. */
export function loadReportQuery(scope: OrganizationScope, loadTestId: string, isOver: boolean) {
  return queryOptions({
    queryKey: ['load-tests', scope.orgId, 'report', loadTestId, isOver] as const,
    queryFn: ({ signal }) =>
      call(loadTests.getLoadReport, { params: { ...scope, loadTestId }, signal }),
    refetchInterval: isOver ? false : 2 * goingOnMs,
  });
}

/** Figures of a load test by second. Final seconds are only requested once. */
export function loadSeriesQuery(scope: OrganizationScope, loadTestId: string) {
  const queryKey = ['load-tests', scope.orgId, 'points', loadTestId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      let series: LoadSeries = queryClient.getQueryData<LoadSeries>(queryKey) ?? noSeries;
      for (;;) {
        const from = series.settledBefore;
        const page = await call(loadTests.listLoadPoints, {
          params: { ...scope, loadTestId },
          query: { from },
          signal,
        });
        series = addPoints(series, page);
        if (page.isComplete || page.settledBefore - from < 1200) return series;
      }
    },
    refetchInterval: ({ state }) => (state.data?.isComplete ? false : goingOnMs),
    structuralSharing: false,
  });
}

/** Host that a suite's conversations contact in an environment; an empty name means none. */
export function loadTargetQuery(scope: OrganizationScope, suiteId: string, environment: string) {
  return queryOptions({
    queryKey: ['load-tests', scope.orgId, 'target', suiteId, environment] as const,
    queryFn: ({ signal }) =>
      call(loadTests.getLoadTarget, {
        params: { ...scope, suiteId },
        query: named(environment),
        signal,
      }),
    // The form stays while the target in another environment is loaded.
    placeholderData: (before, query) => (query?.queryKey[3] === suiteId ? before : undefined),
  });
}

const named = (environment: string) => (environment === '' ? {} : { environment });

export async function checkLoadTarget(
  scope: OrganizationScope,
  suiteId: string,
  environment: string,
): Promise<boolean> {
  const target = await call(loadTests.checkLoadTarget, {
    params: { ...scope, suiteId },
    query: named(environment),
  });
  queryClient.setQueryData(loadTargetQuery(scope, suiteId, environment).queryKey, target);
  return target.isProven;
}

export async function startLoadTest(
  scope: OrganizationScope,
  body: LoadTestBody,
): Promise<LoadTest> {
  return note(scope, await call(loadTests.createLoadTest, { params: scope, body }));
}

export async function stopLoadTest(scope: OrganizationScope, loadTestId: string): Promise<void> {
  note(scope, await call(loadTests.stopLoadTest, { params: { ...scope, loadTestId } }));
}

export async function deleteLoadTest(scope: OrganizationScope, loadTestId: string): Promise<void> {
  await call(loadTests.deleteLoadTest, { params: { ...scope, loadTestId } });
  for (const kind of ['test', 'report', 'points'])
    queryClient.removeQueries({ queryKey: ['load-tests', scope.orgId, kind, loadTestId] });
}

export function exportLoadTest(
  scope: OrganizationScope,
  loadTestId: string,
  format: 'csv' | 'json' | 'junit',
): Promise<Blob> {
  return call(loadTests.exportLoadTest, { params: { ...scope, loadTestId }, query: { format } });
}

function note(scope: OrganizationScope, test: LoadTest): LoadTest {
  queryClient.setQueryData(loadTestQuery(scope, test.id).queryKey, test);
  return test;
}

export function isGoing({ status }: Pick<LoadTest, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}
