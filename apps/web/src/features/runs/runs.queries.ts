/** Server requests for runs, with one `queryOptions` per read. */
import {
  type BodyInput,
  explorations,
  type RunSummary,
  runShares,
  runs,
  type ShareDays,
  type StoredSuite,
} from '@parley/contract';
import { type RunResult, readResult } from '@parley/suite';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { outdateSoon } from './outdate-lists.ts';
import { isOutdatedBy } from './outdated-list.ts';
import type { RunFilters } from './run-filters.ts';
import { appendEvents, emptyRunLog, type RunLog } from './run-log.ts';

const listLimit = 50;
const eventsLimit = 5000;

/** Pages of runs, newest first. */
export function runsQuery(scope: OrganizationScope, filters: RunFilters) {
  return infiniteQueryOptions({
    queryKey: ['runs', scope.orgId, 'list', filters] as const,
    queryFn: ({ pageParam, signal }) =>
      call(runs.listRuns, {
        params: scope,
        query: { ...filters, cursor: pageParam, limit: listLimit },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** The latest run of a suite; null if there is none. */
export function latestRunQuery(scope: OrganizationScope, suiteId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'latest', suiteId] as const,
    queryFn: async ({ signal }) => {
      const query = { suiteId, limit: 1 };
      const { items } = await call(runs.listRuns, { params: scope, query, signal });
      return items[0] ?? null;
    },
  });
}

/** The run or exploration that an evidence file belongs to. */
export type EvidenceHolder = { runId: string } | { explorationId: string };

const nameOfHolder = (holder: EvidenceHolder) =>
  'runId' in holder ? holder.runId : holder.explorationId;

export function fetchEvidence(
  scope: OrganizationScope,
  holder: EvidenceHolder,
  evidenceId: string,
  signal?: AbortSignal,
): Promise<Blob> {
  return 'runId' in holder
    ? call(runs.getRunEvidence, { params: { ...scope, ...holder, evidenceId }, signal })
    : call(explorations.getExplorationEvidence, {
        params: { ...scope, ...holder, evidenceId },
        signal,
      });
}

export function evidenceQuery(
  scope: OrganizationScope,
  holder: EvidenceHolder,
  evidenceId: string,
) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'evidence', nameOfHolder(holder), evidenceId] as const,
    queryFn: ({ signal }) => fetchEvidence(scope, holder, evidenceId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function evidenceTextQuery(
  scope: OrganizationScope,
  holder: EvidenceHolder,
  evidenceId: string,
) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'evidence-text', nameOfHolder(holder), evidenceId] as const,
    queryFn: async ({ signal }) => (await fetchEvidence(scope, holder, evidenceId, signal)).text(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function runQuery(scope: OrganizationScope, runId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'run', runId] as const,
    queryFn: ({ signal }) => call(runs.getRun, { params: { ...scope, runId }, signal }),
  });
}

/** The previous run and the last one that passed; each is null if there is none. */
export function earlierRunsQuery(scope: OrganizationScope, runId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'earlier', runId] as const,
    queryFn: async ({ signal }) => {
      const params = { ...scope, runId };
      const { run, lastGreen } = await call(runs.getPreviousRun, { params, signal });
      return { previous: run, lastGreen };
    },
  });
}

/** Failures of an ended run, with the start of each failure and the test's last pass. */
export function runFailuresQuery(scope: OrganizationScope, runId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'failures', runId] as const,
    queryFn: async ({ signal }) =>
      (await call(runs.listRunFailures, { params: { ...scope, runId }, signal })).failures,
  });
}

/** Keys of the tests that were edited between two runs, and of those that were not. */
export function editedTestsQuery(scope: OrganizationScope, base: string, runId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'edited', base, runId] as const,
    queryFn: ({ signal }) =>
      call(runs.listEditedTests, { params: { ...scope, runId }, query: { base }, signal }),
  });
}

/** Gate decision on two ended runs. The previous decision stays while another one is loading. */
export function gateQuery(
  scope: OrganizationScope,
  runId: string,
  query: { baseline: string; noWorseBy?: number; question?: Question },
) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'gate', runId, query] as const,
    queryFn: ({ signal }) => call(runs.judgeGate, { params: { ...scope, runId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

type Question = 'these tests' | 'tests like these';

/** Polling interval in milliseconds. Polling is needed, because nothing announces that other runs have ended. */
const waitingPollMs = 3000;

/** What a queued run is waiting for; null after it has started. */
export function waitingQuery(scope: OrganizationScope, runId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'waiting', runId] as const,
    queryFn: async ({ signal }) =>
      (await call(runs.getRun, { params: { ...scope, runId }, signal })).waiting ?? null,
    refetchInterval: waitingPollMs,
  });
}

/** Reasons why the stored suite cannot run. Refetched for each version of the suite. */
export function readinessQuery(
  scope: OrganizationScope,
  suiteId: string,
  stored: Pick<StoredSuite, 'version' | 'deviceId'> | undefined,
) {
  return queryOptions({
    queryKey: [
      ...['runs', scope.orgId, 'readiness', suiteId],
      ...[stored?.version, stored?.deviceId],
    ] as const,
    enabled: stored !== undefined,
    queryFn: ({ signal }) => call(runs.getReadiness, { params: { ...scope, suiteId }, signal }),
  });
}

/** Folded events of a run. A refetch only requests events after the last cached one. */
export function runLogQuery(scope: OrganizationScope, runId: string) {
  const queryKey = ['runs', scope.orgId, 'log', runId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      let log = queryClient.getQueryData<RunLog>(queryKey) ?? emptyRunLog;
      const read = (after: number) =>
        call(runs.listRunEvents, {
          params: { ...scope, runId },
          query: { after, limit: eventsLimit },
          signal,
        });
      let page = read(log.cursor);
      for (;;) {
        const { events, isComplete } = await page;
        // A page can be shorter than requested, because its size in bytes is limited as well.
        const last = events.at(-1)?.seq ?? log.cursor;
        const isEnd = isComplete || last === log.cursor;
        // The server reads the next page while this one is folded.
        if (!isEnd) page = read(last);
        log = appendEvents(log, events);
        if (isEnd) return isComplete ? { ...log, isComplete } : log;
      }
    },
    // Folding already shares unchanged parts.
    structuralSharing: false,
  });
}

/** @param body defaults to all tests, without a label and an environment */
export async function startRun(
  scope: OrganizationScope,
  suiteId: string,
  body: BodyInput<typeof runs.startRun> = {},
): Promise<RunSummary> {
  const run = await call(runs.startRun, { params: { ...scope, suiteId }, body });
  queryClient.setQueryData(latestRunQuery(scope, suiteId).queryKey, run);
  noteRun(scope, run);
  return run;
}

export async function cancelRun(scope: OrganizationScope, runId: string): Promise<void> {
  noteRun(scope, await call(runs.cancelRun, { params: { ...scope, runId } }));
}

/** Environment at the time of the run. It never changes, unlike the stored environment. */
export function runEnvironmentQuery(scope: OrganizationScope, runId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'environment', runId] as const,
    queryFn: ({ signal }) => call(runs.getRunEnvironment, { params: { ...scope, runId }, signal }),
  });
}

interface Override {
  test: number;
  step?: number | undefined;
  outcome: 'passed' | 'failed' | 'error' | null;
  reason: string;
}

export async function overrideVerdict(
  scope: OrganizationScope,
  runId: string,
  body: Override,
): Promise<void> {
  noteRun(scope, await call(runs.overrideVerdict, { params: { ...scope, runId }, body }));
}

/** Re-evaluates a run with the current suite. Nothing is stored. */
export async function reevaluateRun(scope: OrganizationScope, runId: string): Promise<RunResult> {
  const { result } = await call(runs.reevaluateRun, { params: { ...scope, runId }, body: {} });
  return readResult(result);
}

/** Re-evaluates a run with a text that need not be stored; see `reevaluateRun`. */
export function reevaluationQuery(scope: OrganizationScope, runId: string, source: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'reevaluation', runId, source] as const,
    queryFn: async ({ signal }) => {
      const params = { ...scope, runId };
      const { result } = await call(runs.reevaluateRun, { params, body: { source }, signal });
      return readResult(result);
    },
  });
}

export function runSharesQuery(scope: OrganizationScope, runId: string) {
  return queryOptions({
    queryKey: ['runs', scope.orgId, 'shares', runId] as const,
    queryFn: ({ signal }) => call(runShares.listRunShares, { params: { ...scope, runId }, signal }),
  });
}

/** Returns the share link. No other response contains it. */
export async function shareRun(
  scope: OrganizationScope,
  runId: string,
  days: ShareDays,
): Promise<string> {
  const params = { ...scope, runId };
  const { url } = await call(runShares.shareRun, { params, body: { days } });
  await queryClient.invalidateQueries(runSharesQuery(scope, runId));
  return url;
}

export async function endRunShare(
  scope: OrganizationScope,
  runId: string,
  shareId: string,
): Promise<void> {
  await call(runShares.endRunShare, { params: { ...scope, runId, shareId } });
  await queryClient.invalidateQueries(runSharesQuery(scope, runId));
}

/** Refetches a run whose end is only known from its events. */
export async function refreshRun(scope: OrganizationScope, runId: string): Promise<void> {
  noteRun(scope, await call(runs.getRun, { params: { ...scope, runId } }));
}

/** Updates a run in all caches: its page, its suite and the history. */
export function noteRun(scope: OrganizationScope, run: RunSummary): void {
  const { queryKey: ofRun } = runQuery(scope, run.id);
  const before = queryClient.getQueryData(ofRun);
  queryClient.setQueryData(ofRun, run);
  // An override adds an event to a log that was already complete.
  if ((before?.overriddenAt ?? null) !== run.overriddenAt) {
    void queryClient.invalidateQueries(runLogQuery(scope, run.id));
    void queryClient.invalidateQueries(runFailuresQuery(scope, run.id));
  }
  // The environment includes the worker, which is known after the run has started.
  if (before && before.status !== run.status)
    void queryClient.invalidateQueries(runEnvironmentQuery(scope, run.id));
  if (run.suiteId) {
    const { queryKey } = latestRunQuery(scope, run.suiteId);
    queryClient.setQueryData(queryKey, (latest) => {
      // If the latest run was not requested yet, don't guess: this can be an older run.
      if (latest === undefined) return undefined;
      return latest && latest.id !== run.id && latest.createdAt > run.createdAt ? latest : run;
    });
  }
  const lists = { queryKey: ['runs', scope.orgId, 'list'] };
  for (const [queryKey, list] of queryClient.getQueriesData<RunPages>(lists))
    if (list) noteInList(queryKey, list, run);
}

function noteInList(queryKey: QueryKey, list: RunPages, run: RunSummary): void {
  const filters = queryKey[3] as RunFilters;
  const items = list.pages.flatMap((page) => page.items);
  const isOutdated = isOutdatedBy(run, {
    filters,
    items,
    hasMore: list.pages.at(-1)?.nextCursor !== null,
  });
  if (items.some(({ id }) => id === run.id)) {
    const pages = list.pages.map((page) => replaceRun(page, run));
    queryClient.setQueryData<RunPages>(queryKey, { ...list, pages });
  }
  if (isOutdated) outdateSoon(queryKey);
}

type RunPage = Awaited<ReturnType<typeof call<typeof runs.listRuns>>>;
type RunPages = InfiniteData<RunPage>;

function replaceRun(page: RunPage, run: RunSummary): RunPage {
  return { ...page, items: page.items.map((old) => (old.id === run.id ? run : old)) };
}
