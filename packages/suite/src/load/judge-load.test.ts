import { describe, expect, it } from 'vitest';
import { addLoadTotals, noLoad } from './add-load-totals.ts';
import { errorRateOf, judgeLoad, type LoadThreshold } from './judge-load.ts';
import { createLatencyHistogram } from './latency-histogram.ts';
import type { LoadTotals } from './load-measures.ts';

function totals(passed: number, failed: number, latencyMs: number): LoadTotals {
  const histogram = createLatencyHistogram();
  for (let turn = 0; turn < passed + failed; turn++) histogram.record(latencyMs);
  const latency = histogram.data();
  return {
    ...noLoad,
    counts: { ...noLoad.counts, passed, failed, started: passed + failed, turns: passed + failed },
    latency,
    errors: [{ class: 'silent', code: 'reply-timeout', message: 'Late', count: failed }],
    steps: [{ test: 'A', step: 0, says: 'Hi', turns: passed + failed, failed, latency }],
  };
}

describe('thresholds', () => {
  it('are held against what all shares did together', () => {
    const together = addLoadTotals([totals(98, 0, 100), totals(0, 2, 900)]);
    expect(together).toMatchObject({
      counts: { passed: 98, failed: 2, turns: 100 },
      errors: [{ count: 2 }],
      steps: [{ turns: 100, failed: 2 }],
    });
    const verdicts = judgeLoad(together, [
      { metric: 'errorRate', max: 0.02 },
      { metric: 'p95', max: 200 },
      { metric: 'p99', max: 200 },
      { metric: 'max', max: 900 },
    ]);
    expect(verdicts.map(({ passed }) => passed)).toEqual([true, true, false, true]);
  });

  const withDropped = (dropped: number, passed = 1, failed = 0): LoadTotals => {
    const { counts, ...measured } = totals(passed, failed, 100);
    return { ...measured, counts: { ...counts, dropped } };
  };

  it.each([
    ['all but one of a thousand', withDropped(999), 0.999, false],
    ['one of a thousand', withDropped(1, 999), 0.001, true],
    ['one beside nine that failed', withDropped(1, 990, 9), 0.01, true],
    ['none', withDropped(0, 99, 1), 0.01, true],
    ['every one', withDropped(5, 0), 1, false],
  ])('count arrivals that were given up as errors: %s', (_, measured, actual, passed) => {
    const threshold: LoadThreshold = { metric: 'errorRate', max: 0.01 };
    expect(judgeLoad(measured, [threshold])).toEqual([{ ...threshold, actual, passed }]);
    expect(errorRateOf(measured)).toBe(actual);
  });

  it.each<LoadThreshold>([
    { metric: 'p50', max: 1000 },
    { metric: 'errorRate', max: 0.01 },
  ])('of $metric are not met where nothing was measured', (threshold) => {
    const unfinished = { ...noLoad, counts: { ...noLoad.counts, started: 9, unfinished: 9 } };
    expect(judgeLoad(unfinished, [threshold])).toEqual([
      { ...threshold, actual: null, passed: false },
    ]);
  });
});
