import type { StepDays } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import type { SuiteRow } from '../suites/suites.ts';
import { daysOf } from './history-days.ts';
import { percentilesOf } from './percentiles-of.ts';
import { listStepDays, type StepOfSuite } from './step-days.queries.ts';

/** Reads the latency of a step: in total, by day, by platform and by trigger. */
export async function readStepDays(
  scope: Scope,
  { id }: SuiteRow,
  wish: StepOfSuite,
): Promise<StepDays> {
  const days = daysOf(wish);
  const rows = await listStepDays(scope, id, wish);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const byPlatform = Map.groupBy(rows, ({ platform }) => platform);
  const byTrigger = Map.groupBy(rows, ({ trigger }) => trigger);
  return {
    total: percentilesOf(rows),
    days: days.map((day) => ({ day, ...percentilesOf(byDay.get(day) ?? []) })),
    platforms: [...byPlatform]
      .sort(byKey)
      .map(([platform, these]) => ({ platform, ...percentilesOf(these) })),
    triggers: [...byTrigger]
      .sort(byKey)
      .map(([trigger, these]) => ({ trigger, ...percentilesOf(these) })),
  };
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one.localeCompare(other);
}
