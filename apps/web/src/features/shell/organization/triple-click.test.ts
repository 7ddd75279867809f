import { describe, expect, it } from 'vitest';
import { type ClickSeries, countClick } from './triple-click.ts';

/** @returns the indexes of the clicks that completed a series of three */
function completions(times: number[]): number[] {
  let series: ClickSeries = { count: 0, lastAt: Number.NEGATIVE_INFINITY };
  return times.filter((time) => {
    const next = countClick(series, time);
    series = next;
    return next.isComplete;
  });
}

describe('three clicks on the organization’s icon', () => {
  it('[S-081] count when each comes within 500 ms of the last', () => {
    expect(completions([0, 500, 1000])).toEqual([1000]);
  });

  it('[S-082] start again after a longer pause', () => {
    expect(completions([0, 400, 901, 1200])).toEqual([]);
    expect(completions([0, 400, 901, 1200, 1500])).toEqual([1500]);
  });

  it('begin a new series once complete', () => {
    expect(completions([0, 100, 200, 300, 400, 500])).toEqual([200, 500]);
  });
});
