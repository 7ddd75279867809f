import type { LoadPoint } from '@parley/contract';

/** The seconds of a load test as far as they are known. */
export interface LoadSeries {
  points: readonly LoadPoint[];
  /** Seconds before this one do not change any more. */
  settledBefore: number;
  isComplete: boolean;
}

export const noSeries: LoadSeries = { points: [], settledBefore: 0, isComplete: false };

/** Takes a page over: what was known from its beginning on is replaced. */
export function addPoints(
  { points, settledBefore: from }: LoadSeries,
  page: { points: LoadPoint[]; settledBefore: number; isComplete: boolean },
): LoadSeries {
  const kept = points.filter(({ second }) => second < from);
  return { ...page, points: [...kept, ...page.points] };
}
