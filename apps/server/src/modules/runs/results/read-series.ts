import { sql } from 'drizzle-orm';
import { runFailures, testResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import { isoTime } from '../../../platform/database/iso-time.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { storableText } from '../../../platform/database/storable.ts';

/** A failure together with equal failures in earlier runs of its suite, with the same device and environment. */
export interface FailureSeries {
  /** ID of the run that shows the failure. */
  runId: string;
  /** Key of the test; null if the run itself failed. */
  testName: string | null;
  /** Null if only the last pass is requested. */
  signature: string | null;
  /**
   * Time since which the failure is known; a later pass does not end the series. Null if the series begins after the last pass.
   */
  from: Date | null;
}

export interface RunPoint {
  runId: string;
  /** Number of the run in its suite; null for runs of earlier releases. */
  number: number | null;
  /** When the run was queued. */
  at: Date;
}

export interface SeriesFacts {
  /**
   * First run with the same failure since the test last passed, even in quarantine or without a meaningful check. For a failure
   * of the run itself: since a run last completed.
   */
  since: RunPoint | null;
  /**
   * Last earlier run in which the test passed without an override, outside quarantine and with a check that could have failed.
   */
  lastGreen: RunPoint | null;
}

/** @returns the facts of each series, in order */
export async function readSeries(
  { db, organizationId }: WorkScope,
  series: FailureSeries[],
): Promise<SeriesFacts[]> {
  if (series.length === 0) return [];
  const column = (values: (string | null)[]) => sql.param(values);
  const { rows } = await db.execute<{
    sinceAt: string | null;
    sinceId: string | null;
    sinceNumber: number | null;
    greenAt: string | null;
    greenId: string | null;
    greenNumber: number | null;
  }>(sql`
    select seen.at as "sinceAt", seen.id as "sinceId", seen.number as "sinceNumber",
      green.at as "greenAt", green.id as "greenId", green.number as "greenNumber"
    from unnest(${column(series.map(({ runId }) => runId))}::text[],
      ${column(series.map(({ testName }) => testName && storableText(testName)))}::text[],
      ${column(series.map(({ signature }) => signature))}::text[],
      ${column(series.map(({ from }) => from?.toISOString() ?? null))}::timestamptz[]) with ordinality
      as series (run_id, test_name, signature, known_from, place)
    left join ${runs} shown on shown.id = series.run_id
      and shown.organization_id = ${organizationId}
    left join lateral (
      select test.at from ${testResults} test
      join ${runs} run on run.id = test.run_id
      where test.suite_id = shown.suite_id and test.name = series.test_name
        and test.at < shown.created_at and test.outcome = 'passed'
        and ${isOfPlace} and run.overridden_at is null and run.status <> 'cancelled'
      order by test.at desc limit 1
    ) passed on series.known_from is null and series.test_name is not null
    left join lateral ${lastThrough} went on series.known_from is null and series.test_name is null
    left join lateral (
      select run.id, run.number, ${isoTime(sql`failure.at`)} as at
      from ${runFailures} failure
      join ${runs} run on run.id = failure.run_id
      where failure.suite_id = shown.suite_id and failure.signature = series.signature
        and failure.test_name is not distinct from series.test_name
        and failure.at > coalesce(series.known_from - interval '1 millisecond', passed.at, went.at, '-infinity')
        and failure.at <= shown.created_at
        and ${isOfPlace} and run.status <> 'cancelled' and not run.is_repeated
      order by failure.at limit 1
    ) seen on true
    left join lateral (
      select run.id, run.number, ${isoTime(sql`test.at`)} as at
      from ${testResults} test
      join ${runs} run on run.id = test.run_id
      where test.suite_id = shown.suite_id and test.name = series.test_name
        and test.at < shown.created_at and test.outcome = 'passed'
        and not test.is_quarantined and not test.is_doubtful
        and ${isOfPlace} and run.overridden_at is null and run.status <> 'cancelled'
      order by test.at desc limit 1
    ) green on true
    order by series.place`);
  return rows.map((row) => ({
    since: pointOf(row.sinceId, row.sinceNumber, row.sinceAt),
    lastGreen: pointOf(row.greenId, row.greenNumber, row.greenAt),
  }));
}

/**
 * Condition that a run has the environment and device of the shown run. PostgreSQL estimates that `is not distinct from`
 * matches few rows even if most values are null, and would then read all results of a test instead of the latest. For a `case`,
 * it assumes half of the rows.
 */
export const isOfPlace = sql`case when run.environment is not distinct from shown.environment
  and run.device_id is not distinct from shown.device_id then true else false end`;

/** Selects the last run before the shown one that completed without failing as a whole, whatever the outcome of its tests. */
export const lastThrough = sql`(
  select run.created_at as at from ${runs} run
  where run.suite_id = shown.suite_id and run.created_at < shown.created_at
    and ${isOfPlace} and run.is_complete and run.status <> 'cancelled'
    and not exists (
      select from ${runFailures} own where own.run_id = run.id and own.test_name is null
    )
  order by run.created_at desc limit 1
)`;

/** Presents a point as the API returns it. */
export const presentPoint = (point: RunPoint | null | undefined) =>
  point ? { ...point, at: point.at.toISOString() } : null;

const pointOf = (
  runId: string | null,
  number: number | null,
  at: string | null,
): RunPoint | null => (runId === null || at === null ? null : { runId, number, at: new Date(at) });
