/** Groups of run states, for filters and figures. They are not in choices.ts, which every visit loads. */
import type { runStatuses } from './choices.ts';

type RunStatus = (typeof runStatuses)[number];

export const runGroupNames = ['ended', 'failing'] as const;

export type RunGroup = (typeof runGroupNames)[number];

const groups: Record<RunGroup, readonly RunStatus[]> = {
  ended: ['passed', 'failed', 'error', 'cancelled', 'interrupted'],
  /** Counted as failed in figures. */
  failing: ['failed', 'error'],
};

/** @returns the states that a filter lets through */
export function statusesOf(filter: RunStatus | RunGroup): readonly RunStatus[] {
  return Object.entries(groups).find(([name]) => name === filter)?.[1] ?? [filter as RunStatus];
}
