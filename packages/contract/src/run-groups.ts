/** Groups of run states, for filters and figures. They are not in choices.ts, because every page loads that file. */
import type { runStatuses } from './choices.ts';

type RunStatus = (typeof runStatuses)[number];

export const runGroupNames = ['ended', 'failing'] as const;

export type RunGroup = (typeof runGroupNames)[number];

const groups: Record<RunGroup, readonly RunStatus[]> = {
  ended: ['passed', 'failed', 'error', 'cancelled', 'interrupted'],
  /** States that figures count as failed. */
  failing: ['failed', 'error'],
};

/** @returns the run states that match a filter */
export function statusesOf(filter: RunStatus | RunGroup): readonly RunStatus[] {
  return Object.entries(groups).find(([name]) => name === filter)?.[1] ?? [filter as RunStatus];
}
