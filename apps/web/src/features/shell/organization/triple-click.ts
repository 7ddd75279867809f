/** Maximum pause in milliseconds between two clicks of a series. */
const pauseMaxMs = 500;
const clicksWanted = 3;

export interface ClickSeries {
  count: number;
  lastAt: number;
}

/** Counts a click. `isComplete` is true for the third click of a series; the next click starts a new series. */
export function countClick(
  series: ClickSeries,
  now: number,
): ClickSeries & { isComplete: boolean } {
  const count = now - series.lastAt <= pauseMaxMs ? series.count + 1 : 1;
  const isComplete = count === clicksWanted;
  return { count: isComplete ? 0 : count, lastAt: now, isComplete };
}
