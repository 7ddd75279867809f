/** Reads the data from which the overview is computed. */
import type { Fault } from '@parley/contract';
import type { FailureClass, WireCounts } from '@parley/suite';
import { sql } from 'drizzle-orm';
import { projects } from '../../db/schema/projects.ts';
import { runFailures, testResults, type WireEnd } from '../../db/schema/run-results.ts';
import { runs } from '../../db/schema/runs.ts';
import { suites } from '../../db/schema/suites.ts';
import { isoTime } from '../../platform/database/iso-time.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { type DayFigures, dayFigures } from '../runs/runs.ts';

/** Number of days that an overview covers. */
export const days = 14;

/** Maximum number of runs per suite, environment and virtual device, which covers some hours of a busy monitor. */
const runsPerSuite = 50;

type Row<T> = T & Record<string, unknown>;

/** When the result of a run, or its last override, became visible. */
export const endOfRun = sql`coalesce(greatest(finished_at, overridden_at), created_at)`;

/** Reads the clock of the database, which times the ends of runs. */
export async function readClock({ db }: Pick<Scope, 'db'>): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select ${isoTime(sql`now()`)} as now`);
  return new Date(found(rows[0]).now);
}

export interface SuiteFacts {
  id: string;
  name: string;
  projectId: string;
  projectName: string;
  platform: 'webchat' | 'phone';
  testCount: number;
  tags: string[];
}

export async function listSuites(scope: Scope): Promise<SuiteFacts[]> {
  const { rows } = await scope.db.execute<Row<SuiteFacts>>(sql`
    select ${suites.id} as id, ${suites.name} as name, ${suites.platform} as platform,
      ${suites.projectId} as "projectId", ${projects.name} as "projectName",
      ${suites.testCount} as "testCount", ${suites.testTags} as tags
    from ${suites} join ${projects} on ${projects.id} = ${suites.projectId}
    where ${suites.organizationId} = ${scope.organizationId}`);
  return rows;
}

export interface RunFacts {
  id: string;
  suiteId: string;
  environment: string | null;
  deviceId: string | null;
  status: 'passed' | 'failed' | 'error' | 'interrupted';
  at: Date;
  /** When the result of the run, or its last override, became visible. */
  endedAt: Date;
  /** True if all tests of the suite were selected. */
  isWhole: boolean;
  isOverridden: boolean;
  counts: WireCounts;
  version: string;
  durationMs: number | null;
}

type RunRow = Row<Omit<RunFacts, 'at' | 'endedAt'> & { at: string; endedAt: string }>;

/**
 * Lists the latest runs of these suites in each environment and with each virtual device, newest first. Leaves out cancelled
 * runs, and runs that a monitor retried, because their results are inconclusive.
 */
export async function listLatestRuns(scope: WorkScope, suiteIds: string[]): Promise<RunFacts[]> {
  const { rows } = await scope.db.execute<RunRow>(sql`
    select id, suite_id as "suiteId", environment, device_id as "deviceId", status,
      ${isoTime(sql`created_at`)} as at, ${isoTime(endOfRun)} as "endedAt",
      selected_tests is null or selected_tests = 'null'::jsonb as "isWhole",
      overridden_at is not null as "isOverridden", counts, suite_version as version,
      (extract(epoch from finished_at - started_at) * 1000)::int as "durationMs"
    from (
      select *, row_number() over (
        partition by suite_id, environment, device_id order by created_at desc, id desc) as place
      from (
        select id, suite_id, environment, device_id, status, created_at, selected_tests, overridden_at, counts,
          suite_version, finished_at, started_at
        from ${runs}
        where ${runs.organizationId} = ${scope.organizationId}
          and ${runs.suiteId} = any(${sql.param(suiteIds)}::text[])
          and ${runs.createdAt} > now() - make_interval(days => ${days}) and ${runs.isComplete}
          and not ${runs.isRepeated} and ${runs.status} <> 'cancelled'
      ) latest
    ) numbered
    where place <= ${runsPerSuite}
    order by created_at desc, id desc`);
  return rows.map((row) => ({ ...row, at: new Date(row.at), endedAt: new Date(row.endedAt) }));
}

export interface TestFacts {
  runId: string;
  /** Key of the test. */
  name: string;
  title: string | null;
  outcome: WireEnd;
  failureClass: FailureClass | null;
  isQuarantined: boolean;
  isDoubtful: boolean;
  fingerprint: string | null;
}

export async function listTestsOfRuns(scope: WorkScope, runIds: string[]): Promise<TestFacts[]> {
  if (runIds.length === 0) return [];
  const { rows } = await scope.db.execute<Row<TestFacts>>(sql`
    select run_id as "runId", name, title, outcome, failure_class as "failureClass",
      is_quarantined as "isQuarantined", is_doubtful as "isDoubtful", fingerprint
    from ${testResults}
    where ${testResults.organizationId} = ${scope.organizationId}
      and ${testResults.runId} = any(${sql.param(runIds)}::text[])
    order by run_id, test`);
  return rows;
}

export interface FailureFacts {
  runId: string;
  signature: string;
  failureClass: FailureClass;
  /** Key of the test; null if the run itself failed. */
  testName: string | null;
  title: string | null;
  step: number | null;
  said: string;
  expected: string | null;
  got: string;
}

export async function listFailuresOfRuns(
  scope: WorkScope,
  runIds: string[],
): Promise<FailureFacts[]> {
  if (runIds.length === 0) return [];
  const { rows } = await scope.db.execute<Row<FailureFacts>>(sql`
    select run_id as "runId", signature, failure_class as "failureClass", test_name as "testName",
      title, step, said, expected, got
    from ${runFailures}
    where ${runFailures.organizationId} = ${scope.organizationId}
      and ${runFailures.runId} = any(${sql.param(runIds)}::text[])
    order by run_id, place`);
  return rows;
}

export interface ProjectDay {
  projectId: string;
  day: string;
  passed: number;
  failed: number;
}

/** Counts passed and failed runs by project and day (UTC). Cancelled runs are not counted. */
export async function listProjectDays(scope: Scope): Promise<ProjectDay[]> {
  const figures: DayFigures = dayFigures(scope.db);
  const passed = sql<number>`coalesce(sum(${figures.runs}) filter (where ${figures.outcome} = 'passed'), 0)`;
  const failed = sql<number>`coalesce(sum(${figures.runs}) filter (where ${figures.outcome} in ('failed', 'error', 'interrupted')), 0)`;
  return scope.db
    .select({
      projectId: figures.subject,
      day: figures.day,
      passed: passed.mapWith(Number),
      failed: failed.mapWith(Number),
    })
    .from(figures)
    .where(
      sql`${figures.organizationId} = ${scope.organizationId}
        and ${figures.subject} = any(array(select ${projects.id} from ${projects}
          where ${projects.organizationId} = ${scope.organizationId}))
        and ${figures.day} > (now() at time zone 'utc')::date - ${days}::int`,
    )
    .groupBy(figures.subject, figures.day);
}

/** State in the overview for each failure class. */
export const faultOf: Record<FailureClass, Fault> = {
  wrong: 'failed',
  silent: 'failed',
  network: 'unreachable',
  configuration: 'settings',
  internal: 'internal',
  unsure: 'undecided',
};
