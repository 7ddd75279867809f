import { createLatencyHistogram, emptyHistogram, type HistogramData } from './latency-histogram.ts';
import type { LoadCounts, LoadError, LoadStep, LoadTotals } from './load-measures.ts';

export const noLoad: LoadTotals = {
  counts: { started: 0, passed: 0, failed: 0, unfinished: 0, dropped: 0, turns: 0 },
  latency: emptyHistogram,
  errors: [],
  steps: [],
  lagMs: 0,
};

/** Adds up the totals of several parts of a load test. */
export function addLoadTotals(all: readonly LoadTotals[]): LoadTotals {
  return {
    counts: addCounts(all.map(({ counts }) => counts)),
    latency: addHistograms(all.map(({ latency }) => latency)),
    errors: addErrors(all.flatMap(({ errors }) => errors)),
    steps: addSteps(all.flatMap(({ steps }) => steps)),
    lagMs: Math.max(0, ...all.map(({ lagMs }) => lagMs)),
  };
}

function addCounts(all: readonly LoadCounts[]): LoadCounts {
  const sum = { ...noLoad.counts };
  for (const counts of all)
    for (const name of Object.keys(sum) as (keyof LoadCounts)[]) sum[name] += counts[name];
  return sum;
}

function addHistograms(all: readonly HistogramData[]): HistogramData {
  const sum = createLatencyHistogram();
  for (const data of all) sum.add(data);
  return sum.data();
}

/** Adds up equal errors, and sorts them by frequency. */
function addErrors(all: readonly LoadError[]): LoadError[] {
  return [...Map.groupBy(all, (error) => `${error.class} ${error.code}`).values()]
    .map((same) => ({
      ...(same[0] as LoadError),
      count: same.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count);
}

function addSteps(all: readonly LoadStep[]): LoadStep[] {
  return [...Map.groupBy(all, ({ test, step }) => `${step} ${test}`).values()].map((same) => ({
    ...(same[0] as LoadStep),
    turns: same.reduce((sum, { turns }) => sum + turns, 0),
    failed: same.reduce((sum, { failed }) => sum + failed, 0),
    latency: addHistograms(same.map(({ latency }) => latency)),
  }));
}
