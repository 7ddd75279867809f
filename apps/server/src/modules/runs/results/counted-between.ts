import type { FailureClass } from '@parley/suite';
import { type SQL, sql } from 'drizzle-orm';
import { runResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { dayMs } from '../../../platform/time/start-of-day.ts';
import type { RunRow } from '../log/run-row.ts';
import { dayFigures } from './day-figures.ts';

/** Selects the ended runs to count. All runs of a suite count, even those from before it was moved. */
export interface CountedFilter {
  suiteId?: string | undefined;
  projectId?: string | undefined;
  platform?: RunRow['platform'] | undefined;
  trigger?: RunRow['trigger'] | undefined;
}

/** Each period ends where the next one begins; the last moment is the end of the last one. */
type Moments = readonly Date[];

interface Grouped {
  /** Place of the period, from 0; null where all are counted together. */
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
  /** Total duration of the runs that were not cancelled. */
  durationMs: number;
  cancelled: number;
}

type Row<T> = T & Record<string, unknown>;

/** Counts ended runs by period, by platform and by trigger, and all of them, from the runs themselves. */
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

/** Counts runs that failed by cause. A run with several causes counts for each. */
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
  /** Counts by latency bucket. */
  latencies: number[];
}

/** Lists the latencies of each run, which are added up in the program, like those of days. */
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
 * Compares the figures of days (UTC) with the runs that are still stored, in one query.
 *
 * @returns how many runs of these days were counted, and how many of them are still stored; `kept` stops after `max`
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
