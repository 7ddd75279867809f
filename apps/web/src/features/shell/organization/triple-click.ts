/** Longest pause between two clicks that belong together. */
const pauseMaxMs = 500;
const clicksWanted = 3;

export interface ClickSeries {
  count: number;
  lastAt: number;
}

/** Counts one more click; `isComplete` with the third in time, after which the count starts again. */
export function countClick(
  series: ClickSeries,
  now: number,
): ClickSeries & { isComplete: boolean } {
  const count = now - series.lastAt <= pauseMaxMs ? series.count + 1 : 1;
  const isComplete = count === clicksWanted;
  return { count: isComplete ? 0 : count, lastAt: now, isComplete };
}
