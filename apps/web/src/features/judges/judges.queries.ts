/** Server requests for judges. */
import { type BodyInput, type JudgeLabel, type JudgeView, judges } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Refresh interval in milliseconds during a measurement. */
const whileMeasuringMs = 1000;

const isMeasuring = ({ measuring, stability }: JudgeView): boolean =>
  measuring.isRunning || stability.isRunning;

/** The judge of a project and its license. Refreshed during a measurement. */
export function judgeQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['judges', scope.orgId, projectId, 'judge'] as const,
    queryFn: ({ signal }) => call(judges.getJudge, { params: { ...scope, projectId }, signal }),
    refetchInterval: ({ state }) => state.data && isMeasuring(state.data) && whileMeasuringMs,
  });
}

/**
 * Replies with conflicting labels (`disputed`), with a verdict that differs from the labels (`mistakes`), or with an unstable
 * verdict (`flipped`). Refetched whenever the judge has given more answers, which no action in the browser announces.
 */
export function repliesQuery(
  scope: OrganizationScope,
  { projectId, measuring, stability }: Pick<JudgeView, 'measuring' | 'stability'> & Place,
  show: 'disputed' | 'mistakes' | 'flipped',
) {
  const answers = [
    measuring.answered,
    measuring.isRunning,
    ...stability.perturbations.map(({ asked }) => asked),
  ].join();
  return queryOptions({
    queryKey: ['judges', scope.orgId, projectId, show, answers] as const,
    queryFn: ({ signal }) =>
      call(judges.listJudgedReplies, {
        params: { ...scope, projectId },
        query: { show, limit: 100 },
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

export const measureJudge = (scope: OrganizationScope, projectId: string): Promise<JudgeView> =>
  call(judges.measureJudge, { params: { ...scope, projectId } });

export const measureStability = (
  scope: OrganizationScope,
  projectId: string,
  perturbations: BodyInput<typeof judges.measureStability>['perturbations'],
): Promise<JudgeView> =>
  call(judges.measureStability, { params: { ...scope, projectId }, body: { perturbations } });

export const cancelMeasurement = (
  scope: OrganizationScope,
  projectId: string,
): Promise<JudgeView> => call(judges.cancelMeasurement, { params: { ...scope, projectId } });

export const setJudge = (
  scope: OrganizationScope,
  projectId: string,
  body: BodyInput<typeof judges.setJudge>,
): Promise<JudgeView> => call(judges.setJudge, { params: { ...scope, projectId }, body });
