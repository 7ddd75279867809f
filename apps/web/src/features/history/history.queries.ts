/** Server requests for the history, except for runs, with one `queryOptions` per read. */
import {
  type FiguresFilter,
  type HistoryExportFormat,
  history,
  type Quarantine,
  quarantines,
} from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RunFilters } from '#/features/runs/run-filters.ts';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import { saveFile } from '#/lib/save-file.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import type { DayRange } from './history-range.ts';

export function figuresQuery(scope: OrganizationScope, filters: FiguresFilter) {
  return queryOptions({
    queryKey: ['history', scope.orgId, 'figures', filters] as const,
    queryFn: ({ signal }) => call(history.getFigures, { params: scope, query: filters, signal }),
    // Keep the charts while others are loading.
    placeholderData: keepPreviousData,
  });
}

export function reliabilityQuery(scope: OrganizationScope, suiteId: string) {
  return queryOptions({
    queryKey: ['history', scope.orgId, 'reliability', suiteId] as const,
    queryFn: ({ signal }) =>
      call(history.getReliability, { params: { ...scope, suiteId }, signal }),
    // People look at this right after a run.
    staleTime: 0,
  });
}

export function metricDaysQuery(scope: OrganizationScope, suiteId: string, days: number) {
  return queryOptions({
    queryKey: ['history', scope.orgId, 'metric-days', suiteId, days] as const,
    queryFn: ({ signal }) =>
      call(history.getMetricDays, { params: { ...scope, suiteId }, query: { days }, signal }),
  });
}

export function courseQuery(scope: OrganizationScope, suiteId: string, test: string) {
  return queryOptions({
    queryKey: ['history', scope.orgId, 'course', suiteId, test] as const,
    queryFn: ({ signal }) =>
      call(history.getCourse, { params: { ...scope, suiteId }, query: { test }, signal }),
    staleTime: 0,
  });
}

export interface StepDaysWish extends DayRange {
  test: string;
  step: number;
  platform?: RunFilters['platform'];
  trigger?: RunFilters['trigger'];
}

export function stepDaysQuery(scope: OrganizationScope, suiteId: string, wish: StepDaysWish) {
  return queryOptions({
    queryKey: ['history', scope.orgId, 'step-days', suiteId, wish] as const,
    queryFn: ({ signal }) =>
      call(history.getStepDays, { params: { ...scope, suiteId }, query: wish, signal }),
    // Keep the chart while other days are loading.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Refetches the figures after runs have ended. */
export function refreshFigures(scope: OrganizationScope): void {
  void queryClient.invalidateQueries({ queryKey: ['history', scope.orgId, 'figures'] });
}

export async function downloadHistory(
  scope: OrganizationScope,
  filters: RunFilters,
  rows: 'runs' | 'steps',
  format: HistoryExportFormat,
): Promise<void> {
  const query = { ...filters, rows, format };
  saveFile(await call(history.exportRuns, { params: scope, query }), `${rows}.${format}`);
}

export async function beginQuarantine(
  scope: OrganizationScope,
  suiteId: string,
  wish: { test: string; reason: string; days: number },
): Promise<Quarantine> {
  const begun = await call(quarantines.beginQuarantine, {
    params: { ...scope, suiteId },
    body: wish,
  });
  await refreshReliability(scope, suiteId);
  return begun;
}

export async function endQuarantine(
  scope: OrganizationScope,
  suiteId: string,
  quarantineId: string,
): Promise<void> {
  await call(quarantines.endQuarantine, { params: { ...scope, suiteId, quarantineId } });
  await refreshReliability(scope, suiteId);
}

function refreshReliability(scope: OrganizationScope, suiteId: string): Promise<void> {
  return queryClient.invalidateQueries(reliabilityQuery(scope, suiteId));
}
