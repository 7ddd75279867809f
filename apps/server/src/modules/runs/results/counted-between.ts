import type { FailureClass } from '@parley/suite';
import { type SQL, sql } from 'drizzle-orm';
import { runResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { dayMs } from '../../../platform/time/start-of-day.ts';
import type { RunRow } from '../log/run-row.ts';
import { dayFigures } from './day-figures.ts';

/** Filter for ended runs. With `suiteId`, `projectId` is ignored, so that runs from before the suite was moved count too. */
export interface CountedFilter {
  suiteId?: string | undefined;
  projectId?: string | undefined;
  platform?: RunRow['platform'] | undefined;
  trigger?: RunRow['trigger'] | undefined;
}

/** Boundaries of periods: each period ends where the next one begins, so there is one moment more than there are periods. */
type Moments = readonly Date[];

interface Grouped {
  /** Index of the period, from 0; null in counts over all periods. */
  place: number | null;
  platform: RunRow['platform'] | null;
  trigger: RunRow['trigger'] | null;
}

export interface CountedBetween extends Grouped {
  runs: number;
  passed: number;
  failed: number;
  testsPassed: number;
  testsFailed: number;
  /** Total duration in milliseconds of the runs that were not cancelled. */
  durationMs: number;
  cancelled: number;
}

type Row<T> = T & Record<string, unknown>;

/** Counts ended runs by period, by platform, by trigger and in total, from the runs themselves. */
export async function countBetween(
  scope: Scope,
  filter: CountedFilter,
  moments: Moments,
): Promise<CountedBetween[]> {
  const { rows } = await scope.db.execute<Row<CountedBetween>>(sql`
    select place, platform, trigger, count(*)::int as runs,
      (count(*) filter (where outcome = 'passed'))::int as passed,
      (count(*) filter (where outcome in ('failed', 'error')))::int as failed,
      sum(tests_passed)::int as "testsPassed", sum(tests_failed)::int as "testsFailed",
      coalesce(sum(duration_ms) filter (where outcome <> 'cancelled'), 0)::float8 as "durationMs",
      (count(*) filter (where outcome = 'cancelled'))::int as cancelled
    from (${countedRuns(scope, filter, moments)}) counted
    group by grouping sets ((place), (platform), (trigger), ())
    having count(*) > 0`);
  return rows;
}

/** Counts failed runs by failure class. A run with several classes counts for each. */
export async function countCausesBetween(
  scope: Scope,
  filter: CountedFilter,
  moments: Moments,
): Promise<{ failureClass: FailureClass; runs: number }[]> {
  const { rows } = await scope.db.execute<Row<{ failureClass: FailureClass; runs: number }>>(sql`
    select cause as "failureClass", count(*)::int as runs
    from (${countedRuns(scope, filter, moments)}) counted
      cross join lateral unnest(counted.failure_classes) as cause
    where outcome in ('failed', 'error')
    group by cause order by runs desc, cause`);
  return rows;
}

export interface AnswersBetween {
  place: number;
  platform: RunRow['platform'];
  trigger: RunRow['trigger'];
  /** Number of replies in each latency bucket. */
  latencies: number[];
}

/** Lists the latencies of each run. The caller adds them up, which is faster than in the database. */
export async function listAnswersBetween(
  scope: Scope,
  filter: CountedFilter,
  moments: Moments,
): Promise<AnswersBetween[]> {
  const { rows } = await scope.db.execute<
    Row<Omit<AnswersBetween, 'latencies'> & { latencies: string }>
  >(
    sql`select place, platform, trigger, latencies::text as latencies
      from (${countedRuns(scope, filter, moments)}) counted where latencies <> '{}'`,
  );
  return rows.map((row) => ({ ...row, latencies: JSON.parse(`[${row.latencies.slice(1, -1)}]`) }));
}

/**
 * Compares the daily figures (UTC) with the runs that are still stored, in one query.
 *
 * @returns the number of runs that the figures counted, and how many of them are still stored; `kept` is at most `max` + 1
 */
export async function compareCounted(
  scope: Scope,
  filter: CountedFilter,
  { from, to, max }: { from: string; to: string; max: number },
): Promise<{ counted: number; kept: number }> {
  const figures = dayFigures(scope.db);
  const { suiteId, projectId, platform, trigger } = filter;
  const subject = suiteId ?? projectId ?? scope.organizationId;
  const moments = [new Date(from), new Date(Date.parse(to) + dayMs)];
  const { rows } = await scope.db.execute<Row<{ counted: number; kept: number }>>(sql`
    select (
      select coalesce(sum(${figures.runs}), 0)::int from ${figures}
      where ${figures.organizationId} = ${scope.organizationId} and ${figures.subject} = ${subject}
        and ${figures.day} between ${from} and ${to} and ${figures.outcome} = 'any'
        ${platform === undefined ? sql`` : sql`and ${figures.platform} = ${platform}`}
        ${trigger === undefined ? sql`` : sql`and ${figures.trigger} = ${trigger}`}
    ) as counted, (
      select count(*)::int from (
        select 1 from (${countedRuns(scope, filter, moments)}) one limit ${max + 1}
      ) bounded
    ) as kept`);
  return rows[0] ?? { counted: 0, kept: 0 };
}

function countedRuns(
  { organizationId }: Scope,
  { suiteId, projectId, platform, trigger }: CountedFilter,
  moments: Moments,
): SQL {
  const times = moments.map((moment) => moment.toISOString());
  return sql`
    select width_bucket(${runs.createdAt}, ${sql.param(times)}::timestamptz[]) - 1 as place,
      ${runs.platform} as platform, ${runs.trigger} as trigger, ${runResults.outcome} as outcome,
      ${runResults.failureClasses} as failure_classes, ${runResults.testsPassed} as tests_passed,
      ${runResults.testsFailed} as tests_failed, ${runResults.durationMs} as duration_ms,
      ${runResults.latencies} as latencies
    from ${runs} join ${runResults} on ${runResults.runId} = ${runs.id}
    where ${runs.organizationId} = ${organizationId}
      and ${runs.createdAt} >= ${times[0]}::timestamptz and ${runs.createdAt} < ${times.at(-1)}::timestamptz
      ${suiteId === undefined ? sql`` : sql`and ${runs.suiteId} = ${suiteId}`}
      ${suiteId !== undefined || projectId === undefined ? sql`` : sql`and ${runs.projectId} = ${projectId}`}
      ${platform === undefined ? sql`` : sql`and ${runs.platform} = ${platform}`}
      ${trigger === undefined ? sql`` : sql`and ${runs.trigger} = ${trigger}`}`;
}
