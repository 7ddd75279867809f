/** Computes the figures of a history page from counted runs and latencies. */
import type { FiguresFilter, HistoryFigures, RunFigures } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import {
  type Answers,
  type CountedFigures,
  type CountedRuns,
  figuresOfDays,
} from './figures.queries.ts';
import { countInZone, type UtcReason } from './figures-of-runs.ts';
import { type DayRange, daysOf, shiftDay } from './history-days.ts';
import { percentilesOf } from './percentiles-of.ts';

export async function readFigures(scope: Scope, filter: FiguresFilter): Promise<HistoryFigures> {
  const days = daysOf(filter);
  const { from, to, timeZone = 'UTC' } = filter;
  const before = { from: shiftDay(from, -days.length), to: shiftDay(from, -1) };
  const counted = await countPeriods(scope, filter, { now: { from, to }, before });
  const { runs, answers } = counted.now;
  const by = (key: 'day' | 'platform' | 'trigger') => {
    const counted = new Map(runs.map((row): [string | null, CountedRuns] => [row[key], row]));
    const answered = Map.groupBy(answers, (row): string => row[key]);
    return (value: string) => figuresOf(counted.get(value), answered.get(value) ?? []);
  };
  const [ofDay, ofPlatform, ofTrigger] = [by('day'), by('platform'), by('trigger')];
  return {
    timeZone: counted.utcBecause ? 'UTC' : timeZone,
    utcBecause: counted.utcBecause,
    total: totalOf(counted.now),
    before: counted.before && totalOf(counted.before),
    days: days.map((day) => ({ day, ...ofDay(day) })),
    platforms: valuesOf(runs, 'platform').map((platform) => ({
      platform,
      ...ofPlatform(platform),
    })),
    triggers: valuesOf(runs, 'trigger').map((trigger) => ({
      trigger,
      ...ofTrigger(trigger),
    })),
    causes: await counted.now.readCauses(),
  };
}

interface CountedPeriods {
  now: CountedFigures;
  /** Figures of the previous period; null if they cannot be counted like the current ones. */
  before: CountedFigures | null;
  utcBecause: UtcReason | null;
}

async function countPeriods(
  scope: Scope,
  filter: FiguresFilter,
  { now, before }: { now: DayRange; before: DayRange },
): Promise<CountedPeriods> {
  const inZone = filter.timeZone === undefined ? null : await countInZone(scope, filter, now);
  if (inZone !== null && typeof inZone !== 'string') {
    const ofBefore = await countInZone(scope, filter, before);
    const known = typeof ofBefore === 'string' ? null : ofBefore;
    return { now: inZone, before: known, utcBecause: null };
  }
  const [ofNow, ofBefore] = await Promise.all([
    figuresOfDays(scope, filter, now),
    figuresOfDays(scope, filter, before),
  ]);
  return { now: ofNow, before: ofBefore, utcBecause: inZone };
}

const totalOf = ({ runs, answers }: CountedFigures): RunFigures =>
  figuresOf(runs.find(isTotal), answers);

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
