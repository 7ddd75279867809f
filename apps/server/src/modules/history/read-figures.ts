/** From counted runs and latencies to the figures of a history page. */
import type { HistoryFigures, RunFigures } from '@parley/contract';
import type { Scope } from '../../platform/scope.ts';
import type { RunFilter } from '../runs/runs.ts';
import {
  type Answers,
  type CountedRuns,
  countCauses,
  countRuns,
  listAnswers,
} from './figures.queries.ts';
import { type DayRange, daysOf, shiftDay } from './history-days.ts';
import { percentilesOf } from './percentiles-of.ts';

export async function readFigures(
  scope: Scope,
  filter: RunFilter & DayRange,
): Promise<HistoryFigures> {
  const days = daysOf(filter);
  const { from, to } = filter;
  const before = { from: shiftDay(from, -days.length), to: shiftDay(from, -1) };
  const [runs, runsBefore, answers, answersBefore, causes] = await Promise.all([
    countRuns(scope, filter, { from, to }),
    countRuns(scope, filter, before),
    listAnswers(scope, filter, { from, to }),
    listAnswers(scope, filter, before),
    countCauses(scope, filter, { from, to }),
  ]);
  const by = (key: 'day' | 'platform' | 'trigger') => {
    const counted = Map.groupBy(runs, (row): string => row[key]);
    const answered = Map.groupBy(answers, (row): string => row[key]);
    return (value: string) => addUp(counted.get(value) ?? [], answered.get(value) ?? []);
  };
  const [ofDay, ofPlatform, ofTrigger] = [by('day'), by('platform'), by('trigger')];
  return {
    total: addUp(runs, answers),
    before: addUp(runsBefore, answersBefore),
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

function valuesOf<K extends 'platform' | 'trigger'>(
  rows: readonly CountedRuns[],
  key: K,
): CountedRuns[K][] {
  return [...new Set(rows.map((row) => row[key]))].sort();
}

function addUp(runs: readonly CountedRuns[], answers: readonly Answers[]): RunFigures {
  const sums = { runs: 0, passed: 0, failed: 0, testsPassed: 0, testsFailed: 0 };
  let durationMs = 0;
  for (const row of runs) {
    sums.runs += row.runs;
    if (row.outcome === 'passed') sums.passed += row.runs;
    if (row.outcome === 'failed' || row.outcome === 'error') sums.failed += row.runs;
    sums.testsPassed += row.testsPassed;
    sums.testsFailed += row.testsFailed;
    durationMs += row.durationMs;
  }
  return {
    ...sums,
    durationMs: sums.runs === 0 ? null : Math.round(durationMs / sums.runs),
    ...percentilesOf(answers),
  };
}
