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
  const sum = (key: 'runs' | 'testsPassed' | 'testsFailed' | 'durationMs', ...outcomes: string[]) =>
    runs
      .filter(({ outcome }) => outcomes.length === 0 || outcomes.includes(outcome))
      .reduce((total, row) => total + row[key], 0);
  const all = sum('runs');
  return {
    runs: all,
    passed: sum('runs', 'passed'),
    failed: sum('runs', 'failed', 'error'),
    testsPassed: sum('testsPassed'),
    testsFailed: sum('testsFailed'),
    durationMs: all === 0 ? null : Math.round(sum('durationMs') / all),
    ...percentilesOf(answers),
  };
}
