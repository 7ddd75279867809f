import { and, between, eq } from 'drizzle-orm';
import { stepDays } from '../../db/schema/run-results.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { asNumbers } from './as-numbers.ts';
import type { DayRange } from './history-days.ts';

export type StepDayRow = Pick<
  typeof stepDays.$inferSelect,
  'day' | 'platform' | 'trigger' | 'latencies'
>;

export interface StepOfSuite extends DayRange {
  test: string;
  step: number;
  platform?: StepDayRow['platform'] | undefined;
  trigger?: StepDayRow['trigger'] | undefined;
}

export function listStepDays(
  scope: Scope,
  suiteId: string,
  { test, step, from, to, platform, trigger }: StepOfSuite,
): Promise<StepDayRow[]> {
  return scope.db
    .select({
      day: stepDays.day,
      platform: stepDays.platform,
      trigger: stepDays.trigger,
      latencies: asNumbers(stepDays.latencies),
    })
    .from(stepDays)
    .where(
      and(
        eq(stepDays.organizationId, scope.organizationId),
        eq(stepDays.suiteId, suiteId),
        eq(stepDays.testName, test),
        eq(stepDays.step, step),
        between(stepDays.day, from, to),
        platform && eq(stepDays.platform, platform),
        trigger && eq(stepDays.trigger, trigger),
      ),
    );
}
