import type { FailureClass } from '@parley/suite';
import { and, between, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { runDays } from '../../db/schema/history.ts';
import type { Scope } from '../../platform/scope.ts';
import type { RunFilter, RunRow } from '../runs/runs.ts';
import { asNumbers } from './as-numbers.ts';
import type { DayRange } from './history-days.ts';

/** Of a day, of a platform or of a trigger: the others are null. All three are null in the total. */
export interface CountedRuns {
  day: string | null;
  platform: RunRow['platform'] | null;
  trigger: RunRow['trigger'] | null;
  runs: number;
  passed: number;
  failed: number;
  testsPassed: number;
  testsFailed: number;
  durationMs: number;
}

/** Ended runs by day, by platform and by trigger, and all of them. */
export function countRuns(
  scope: Scope,
  filter: RunFilter,
  range: DayRange,
): Promise<CountedRuns[]> {
  const { day, platform, trigger, outcome } = runDays;
  const sum = (column: AnyPgColumn, where?: SQL) =>
    sql<number>`coalesce(sum(${column}) ${where ?? sql``}, 0)`.mapWith(Number);
  return scope.db
    .select({
      day,
      platform,
      trigger,
      runs: sum(runDays.runs),
      passed: sum(runDays.runs, sql`filter (where ${outcome} = 'passed')`),
      failed: sum(runDays.runs, sql`filter (where ${outcome} in ('failed', 'error'))`),
      testsPassed: sum(runDays.testsPassed),
      testsFailed: sum(runDays.testsFailed),
      durationMs: sum(runDays.durationMs),
    })
    .from(runDays)
    .where(and(matching(scope, filter, range), ne(outcome, 'any')))
    .groupBy(sql`grouping sets ((${day}), (${platform}), (${trigger}), ())`);
}

/** Runs that failed, by whose fault that is. A run with several causes counts for each. */
export async function countCauses(
  scope: Scope,
  filter: RunFilter,
  range: DayRange,
): Promise<{ failureClass: FailureClass; runs: number }[]> {
  const { rows } = await scope.db.execute(sql`
    select cause as "failureClass", sum(${runDays.runs})::int as runs
    from ${runDays} cross join lateral unnest(${runDays.failureClasses}) as cause
    where ${matching(scope, filter, range)} and ${runDays.outcome} in ('failed', 'error')
    group by cause order by runs desc, cause`);
  return rows as unknown as { failureClass: FailureClass; runs: number }[];
}

export interface Answers {
  day: string;
  platform: RunRow['platform'];
  trigger: RunRow['trigger'];
  /** By their bucket. */
  latencies: number[];
}

/**
 * Answers by day, platform and trigger. They are added up by us: the database takes thirty times as
 * long to add arrays up, because it makes a row of each of their numbers.
 */
export function listAnswers(scope: Scope, filter: RunFilter, range: DayRange): Promise<Answers[]> {
  return scope.db
    .select({
      day: runDays.day,
      platform: runDays.platform,
      trigger: runDays.trigger,
      latencies: asNumbers(runDays.latencies),
    })
    .from(runDays)
    .where(and(matching(scope, filter, range), ofOutcomes(filter)));
}

/** Without a filter that tells outcomes apart, the rows that add them up: a fraction of all. */
function ofOutcomes({ status, failureClass }: RunFilter): SQL {
  const isAny = status === undefined && failureClass === undefined;
  return isAny ? eq(runDays.outcome, 'any') : ne(runDays.outcome, 'any');
}

/** The rows of the narrowest subject; what is filtered by besides stands in each of them. */
function matching(
  { organizationId }: Scope,
  filter: RunFilter,
  { from, to }: DayRange,
): SQL | undefined {
  const { status, platform, trigger, failureClass } = filter;
  return and(
    eq(runDays.organizationId, organizationId),
    eq(runDays.subject, filter.suiteId ?? filter.projectId ?? organizationId),
    between(runDays.day, from, to),
    gt(runDays.runs, 0),
    status && sql`${runDays.outcome} = ${status}`,
    platform && eq(runDays.platform, platform),
    trigger && eq(runDays.trigger, trigger),
    failureClass && sql`${failureClass} = any(${runDays.failureClasses})`,
  );
}
