/** From counted runs and latencies to the figures of a history page. */
import type { FiguresFilter, HistoryFigures, RunFigures } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import {
  type Answers,
  type CountedRuns,
  countCauses,
  countRuns,
  listAnswers,
} from './figures.queries.ts';
import { daysOf, shiftDay } from './history-days.ts';
import { percentilesOf } from './percentiles-of.ts';

export async function readFigures(scope: Scope, filter: FiguresFilter): Promise<HistoryFigures> {
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
    const counted = new Map(runs.map((row): [string | null, CountedRuns] => [row[key], row]));
    const answered = Map.groupBy(answers, (row): string => row[key]);
    return (value: string) => figuresOf(counted.get(value), answered.get(value) ?? []);
  };
  const [ofDay, ofPlatform, ofTrigger] = [by('day'), by('platform'), by('trigger')];
  return {
    total: figuresOf(runs.find(isTotal), answers),
    before: figuresOf(runsBefore.find(isTotal), answersBefore),
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
): NonNullable<CountedRuns[K]>[] {
  return rows
    .map((row) => row[key])
    .filter((value) => value !== null)
    .sort();
}

function isTotal({ day, platform, trigger }: CountedRuns): boolean {
  return day === null && platform === null && trigger === null;
}

function figuresOf(counted: CountedRuns | undefined, answers: readonly Answers[]): RunFigures {
  const { runs = 0, passed = 0, failed = 0, testsPassed = 0, testsFailed = 0 } = counted ?? {};
  const timed = runs - (counted?.cancelled ?? 0);
  return {
    runs,
    passed,
    failed,
    testsPassed,
    testsFailed,
    durationMs: counted && timed > 0 ? Math.round(counted.durationMs / timed) : null,
    ...percentilesOf(answers),
  };
}
