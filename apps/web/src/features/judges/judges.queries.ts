/** Server requests for judges. */
import { type BodyInput, type JudgeLabel, type JudgeView, judges } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Refresh interval in milliseconds during a measurement. */
const whileMeasuringMs = 1000;

const isMeasuring = ({ measuring, stability }: JudgeView): boolean =>
  measuring.isRunning || stability.isRunning;

/** A judge of a project. */
export interface JudgePlace {
  projectId: string;
  /** Name by which suites ask for the judge; null for the default judge. */
  name: string | null;
}

const queryOf = ({ name }: Pick<JudgePlace, 'name'>) => (name === null ? {} : { judge: name });

/** The judges of a project that have a name. */
export function judgesQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['judges', scope.orgId, projectId, 'names'] as const,
    queryFn: ({ signal }) => call(judges.listJudges, { params: { ...scope, projectId }, signal }),
  });
}

/** A judge of a project and its license. Refreshed during a measurement. */
export function judgeQuery(scope: OrganizationScope, { projectId, name }: JudgePlace) {
  return queryOptions({
    queryKey: ['judges', scope.orgId, projectId, 'judge', name] as const,
    queryFn: ({ signal }) =>
      call(judges.getJudge, {
        params: { ...scope, projectId },
        query: queryOf({ name }),
        signal,
      }),
    refetchInterval: ({ state }) => state.data && isMeasuring(state.data) && whileMeasuringMs,
  });
}

/**
 * Replies with conflicting labels (`disputed`), with a verdict that differs from the labels (`mistakes`), or with an unstable
 * verdict (`flipped`). Refetched whenever the judge has given more answers, which no action in the browser announces.
 */
export function repliesQuery(
  scope: OrganizationScope,
  {
    projectId,
    name,
    measuring,
    stability,
  }: Pick<JudgeView, 'name' | 'measuring' | 'stability'> & Place,
  show: 'disputed' | 'mistakes' | 'flipped',
) {
  const answers = [
    measuring.answered,
    measuring.isRunning,
    ...stability.perturbations.map(({ asked }) => asked),
  ].join();
  return queryOptions({
    queryKey: ['judges', scope.orgId, projectId, show, name, answers] as const,
    queryFn: ({ signal }) =>
      call(judges.listJudgedReplies, {
        params: { ...scope, projectId },
        query: { show, limit: 100, ...queryOf({ name }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

interface Place {
  projectId: string;
}

/** Replies to label. They are not refreshed, so that no reply disappears while somebody is labeling. */
export function queueQuery(scope: OrganizationScope, projectId: string, show: 'open' | 'second') {
  return queryOptions({
    queryKey: ['label-queue', scope.orgId, projectId, show] as const,
    queryFn: ({ signal }) =>
      call(judges.listJudgedReplies, {
        params: { ...scope, projectId },
        query: { show, limit: 50 },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export const collectReplies = (scope: OrganizationScope, projectId: string) =>
  call(judges.collectReplies, { params: { ...scope, projectId } });

export const labelReply = (
  scope: OrganizationScope,
  place: { projectId: string; replyId: string },
  label: JudgeLabel,
  settles = false,
) =>
  call(judges.labelReply, {
    params: { ...scope, ...place },
    body: { label, ...(settles && { settles }) },
  });

export const removeLabel = (
  scope: OrganizationScope,
  place: { projectId: string; replyId: string },
) => call(judges.removeLabel, { params: { ...scope, ...place } });

export const measureJudge = (
  scope: OrganizationScope,
  { projectId, name }: JudgePlace,
): Promise<JudgeView> =>
  call(judges.measureJudge, { params: { ...scope, projectId }, query: queryOf({ name }) });

export const measureStability = (
  scope: OrganizationScope,
  { projectId, name }: JudgePlace,
  perturbations: BodyInput<typeof judges.measureStability>['perturbations'],
): Promise<JudgeView> =>
  call(judges.measureStability, {
    params: { ...scope, projectId },
    query: queryOf({ name }),
    body: { perturbations },
  });

export const cancelMeasurement = (
  scope: OrganizationScope,
  { projectId, name }: JudgePlace,
): Promise<JudgeView> =>
  call(judges.cancelMeasurement, { params: { ...scope, projectId }, query: queryOf({ name }) });

export const setJudge = (
  scope: OrganizationScope,
  { projectId, name }: JudgePlace,
  body: BodyInput<typeof judges.setJudge>,
): Promise<JudgeView> =>
  call(judges.setJudge, { params: { ...scope, projectId }, query: queryOf({ name }), body });

export const deleteJudge = (scope: OrganizationScope, projectId: string, name: string) =>
  call(judges.deleteJudge, { params: { ...scope, projectId }, query: { judge: name } });
