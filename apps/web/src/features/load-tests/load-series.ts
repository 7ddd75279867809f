import type { LoadPoint } from '@parley/contract';

/** The seconds of a load test that are loaded so far. */
export interface LoadSeries {
  points: readonly LoadPoint[];
  /** Seconds before this one are final. */
  settledBefore: number;
  isComplete: boolean;
}

export const noSeries: LoadSeries = { points: [], settledBefore: 0, isComplete: false };

/** Merges a page of seconds. It replaces all seconds that were not final. */
export function addPoints(
  { points, settledBefore: from }: LoadSeries,
  page: { points: LoadPoint[]; settledBefore: number; isComplete: boolean },
): LoadSeries {
  const kept = points.filter(({ second }) => second < from);
  return { ...page, points: [...kept, ...page.points] };
}
