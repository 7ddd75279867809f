/** From counted runs and latencies to the figures of a history page. */
import { type HistoryFigures, historyDaysMax, type RunFigures } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { latencyPercentile, type RunFilter } from '../runs/runs.ts';
import {
  type CountedBucket,
  type CountedLatencies,
  type CountedRuns,
  countAllLatencies,
  countCauses,
  countLatencies,
  countRuns,
  type DayRange,
} from './figures.queries.ts';

const dayMs = 24 * 60 * 60_000;

export async function readFigures(
  scope: Scope,
  filter: RunFilter & DayRange,
): Promise<HistoryFigures> {
  const days = daysOf(filter);
  const { from, to } = filter;
  const before = { from: shiftDay(from, -days.length), to: shiftDay(from, -1) };
  const [runs, runsBefore, latencies, latenciesBefore, causes] = await Promise.all([
    countRuns(scope, filter, { from, to }),
    countRuns(scope, filter, before),
    countLatencies(scope, filter, { from, to }),
    countAllLatencies(scope, filter, before),
    countCauses(scope, filter, { from, to }),
  ]);
  const by = (key: 'day' | 'platform' | 'trigger') => {
    const counted = Map.groupBy(runs, (row): string => row[key]);
    const answered = Map.groupBy(latencies, (row): string | null => row[key]);
    return (value: string) => addUp(counted.get(value) ?? [], answered.get(value) ?? []);
  };
  const [ofDay, ofPlatform, ofTrigger] = [by('day'), by('platform'), by('trigger')];
  return {
    total: addUp(runs, latencies.filter(isOfDay)),
    before: addUp(runsBefore, latenciesBefore),
    days: days.map((day) => ({ day, ...ofDay(day) })),
    platforms: valuesOf(runs, 'platform').map((platform) => ({
      platform,
      ...ofPlatform(platform),
    })),
    triggers: valuesOf(runs, 'trigger').map((trigger) => ({
      trigger,
      ...ofTrigger(trigger),
    })),
    causes,
  };
}

/** Each answer is counted once by day; by platform and trigger it is counted again. */
function isOfDay({ day }: CountedLatencies): boolean {
  return day !== null;
}

function valuesOf<K extends 'platform' | 'trigger'>(
  rows: readonly CountedRuns[],
  key: K,
): CountedRuns[K][] {
  return [...new Set(rows.map((row) => row[key]))].sort();
}

function addUp(runs: readonly CountedRuns[], latencies: readonly CountedBucket[]): RunFigures {
  const sum = (key: 'runs' | 'testsPassed' | 'testsFailed' | 'durationMs', ...outcomes: string[]) =>
    runs
      .filter(({ outcome }) => outcomes.length === 0 || outcomes.includes(outcome))
      .reduce((total, row) => total + row[key], 0);
  const buckets = addBuckets(latencies);
  const all = sum('runs');
  return {
    runs: all,
    passed: sum('runs', 'passed'),
    failed: sum('runs', 'failed', 'error'),
    testsPassed: sum('testsPassed'),
    testsFailed: sum('testsFailed'),
    durationMs: all === 0 ? null : Math.round(sum('durationMs') / all),
    answers: buckets.reduce((total, count) => total + count, 0),
    p50: latencyPercentile(buckets, 0.5),
    p90: latencyPercentile(buckets, 0.9),
    p95: latencyPercentile(buckets, 0.95),
    p99: latencyPercentile(buckets, 0.99),
  };
}

function addBuckets(latencies: readonly CountedBucket[]): number[] {
  const buckets: number[] = [];
  for (const { bucket, count } of latencies) {
    while (buckets.length <= bucket) buckets.push(0);
    buckets[bucket] = (buckets[bucket] ?? 0) + count;
  }
  return buckets;
}

/** Every day of the range. Refuses one that has none or too many. */
function daysOf({ from, to }: DayRange): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1) throw refused('The last day is before the first.');
  if (count > historyDaysMax) throw refused(`At most ${historyDaysMax} days at a time.`);
  return Array.from({ length: count }, (_, index) => shiftDay(from, index));
}

function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);
}

function refused(message: string): ApiError {
  return new ApiError('invalid_request', { problems: [{ path: 'to', message }] });
}
