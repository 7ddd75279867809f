import { wireOutcomes } from '@parley/suite';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { type StepOutcome, testResults } from '../../db/schema/run-results.ts';
import { runs } from '../../db/schema/runs.ts';
import type { Scope } from '../../platform/database/scope.ts';

export interface CourseRun {
  id: string;
  number: number | null;
  createdAt: Date;
  version: string;
  /** Label of what was tested, such as a version; null if there is none. */
  label: string | null;
}

/** A run with what distinguishes its circumstances from those of other runs. */
export interface JudgedRunRow extends CourseRun {
  environment: string | null;
  deviceId: string | null;
  /** When a person last changed a verdict of the run; null if nobody did. */
  overriddenAt: Date | null;
}

/** Lists the last runs of a suite that have a result, oldest first. */
export async function listJudgedRuns(
  scope: Scope,
  suiteId: string,
  limit: number,
): Promise<JudgedRunRow[]> {
  const newest = await scope.db
    .select({
      id: runs.id,
      number: runs.number,
      createdAt: runs.createdAt,
      version: runs.suiteVersion,
      label: runs.label,
      environment: runs.environment,
      deviceId: runs.deviceId,
      overriddenAt: runs.overriddenAt,
    })
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, scope.organizationId),
        eq(runs.suiteId, suiteId),
        inArray(runs.status, ['passed', 'failed', 'error']),
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit);
  return newest.reverse();
}

/** Lists the last runs in which a test has an outcome, oldest first, with the test's position in each run. */
export async function listRunsOfTest(
  scope: Scope,
  suiteId: string,
  test: string,
  limit: number,
): Promise<(CourseRun & { test: number })[]> {
  const newest = await scope.db
    .select({
      id: runs.id,
      number: runs.number,
      createdAt: runs.createdAt,
      version: runs.suiteVersion,
      label: runs.label,
      test: testResults.test,
    })
    .from(testResults)
    .innerJoin(runs, eq(runs.id, testResults.runId))
    .where(
      and(
        eq(testResults.organizationId, scope.organizationId),
        eq(testResults.suiteId, suiteId),
        eq(testResults.name, test),
        inArray(testResults.outcome, wireOutcomes),
      ),
    )
    .orderBy(desc(testResults.at))
    .limit(limit);
  return newest.reverse();
}

export type TestOutcomeRow = Pick<
  typeof testResults.$inferSelect,
  | 'runId'
  | 'test'
  | 'name'
  | 'title'
  | 'outcome'
  | 'metrics'
  | 'fingerprint'
  | 'isQuarantined'
  | 'isDoubtful'
>;

export async function listTestsOf(
  scope: Scope,
  runIds: readonly string[],
): Promise<TestOutcomeRow[]> {
  if (runIds.length === 0) return [];
  return scope.db
    .select({
      runId: testResults.runId,
      test: testResults.test,
      name: testResults.name,
      title: testResults.title,
      outcome: testResults.outcome,
      metrics: testResults.metrics,
      fingerprint: testResults.fingerprint,
      isQuarantined: testResults.isQuarantined,
      isDoubtful: testResults.isDoubtful,
    })
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, scope.organizationId),
        inArray(testResults.runId, [...runIds]),
      ),
    );
}

export interface StepRow extends StepOutcome {
  runId: string;
  /** Position of the test in the run. */
  test: number;
  testName: string;
}

/** Lists the steps of runs in order, optionally only those of one test. */
export async function listStepsOf(
  scope: Scope,
  runIds: readonly string[],
  testKey?: string,
): Promise<StepRow[]> {
  if (runIds.length === 0) return [];
  const rows = await scope.db
    .select({
      runId: testResults.runId,
      test: testResults.test,
      testName: sql<string>`coalesce(${testResults.title}, ${testResults.name})`,
      steps: testResults.steps,
    })
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, scope.organizationId),
        inArray(testResults.runId, [...runIds]),
        testKey === undefined ? undefined : eq(testResults.name, testKey),
      ),
    )
    .orderBy(asc(testResults.runId), asc(testResults.test));
  return rows.flatMap(({ steps, ...test }) => steps.map((step) => ({ ...test, ...step })));
}
