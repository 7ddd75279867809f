import type { LoadReport } from '@parley/contract';
import {
  addLoadTotals,
  createLatencyHistogram,
  errorRateOf,
  type HistogramData,
  judgeLoad,
  type LoadStep,
} from '@parley/suite';
import type { LoadSummary } from '../../db/schema/load-tests.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import type { LoadTestRow } from './load-test-row.ts';
import { isBrokenOff, lastSecond, listResults } from './load-tests.queries.ts';

/** Maximum number of failed conversations in a report; each share keeps only a few. */
const failuresShown = 30;

/** Computes the results of a load test so far. */
export async function reportLoadTest(scope: WorkScope, test: LoadTestRow): Promise<LoadReport> {
  const results = await listResults(scope, test.id);
  const totals = addLoadTotals(results.map((result) => result.totals));
  const { counts, lagMs, errors, steps } = totals;
  return {
    counts,
    errorRate: errorRateOf(totals),
    turnsPerSecond: counts.turns / (await secondsUnderLoad(scope, test)),
    latency: latenciesOf(totals.latency),
    lagMs,
    thresholds: judgeLoad(totals, test.thresholds),
    steps: steps
      .filter(({ turns }) => turns > 0)
      .map(presentStep)
      .sort((a, b) => b.latency.p95 - a.latency.p95),
    errors,
    failures: results
      .flatMap(({ failures }) => failures)
      .sort((a, b) => a.second - b.second)
      .slice(0, failuresShown),
    incidents: test.incidents,
  };
}

export function summarize(report: LoadReport): LoadSummary {
  const { counts, errorRate, latency } = report;
  return {
    conversations: counts.passed + counts.failed,
    turns: counts.turns,
    errorRate,
    p50: latency.p50,
    p95: latency.p95,
    p99: latency.p99,
  };
}

function presentStep({ latency, ...step }: LoadStep): LoadReport['steps'][number] {
  return { ...step, latency: latenciesOf(latency) };
}

function latenciesOf(data: HistogramData): LoadReport['latency'] {
  const histogram = createLatencyHistogram(data);
  const at = histogram.percentile;
  return {
    mean: histogram.mean(),
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    max: histogram.max(),
  };
}

/** Returns the seconds under load: at least 1, so that the rate of a new test is finite. */
async function secondsUnderLoad(scope: WorkScope, test: LoadTestRow): Promise<number> {
  const { id, startsAt, finishedAt, profile } = test;
  if (startsAt === null) return 1;
  const until = finishedAt?.getTime() ?? Date.now();
  const seconds = (await isBrokenOff(scope, test))
    ? (await lastSecond(scope, id)) + 1
    : (until - startsAt.getTime()) / 1000;
  return Math.min(profile.durationS, Math.max(1, seconds));
}
