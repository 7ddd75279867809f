import { type Course, courseRunsMax, type StepCourse } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import type { SuiteRow } from '../suites/suites.ts';
import { type CourseRun, listRunsOfTest, listStepsOf, type StepRow } from './course.queries.ts';
import { flakinessOf } from './flakiness.ts';
import { passedOf } from './passed-of.ts';
import { presentCourseRuns } from './present-runs.ts';

/** Reads the results of each step in the last runs of a test. */
export async function readCourse(scope: Scope, { id }: SuiteRow, test: string): Promise<Course> {
  const runs = await listRunsOfTest(scope, id, test, courseRunsMax);
  const rows = await listStepsOf(
    scope,
    runs.map((run) => run.id),
    test,
  );
  const count = rows.reduce((most, { step }) => Math.max(most, step + 1), 0);
  const byStep = Map.groupBy(rows, ({ step }) => step);
  return {
    runs: presentCourseRuns(runs),
    steps: Array.from({ length: count }, (_, step) => courseOf(byStep.get(step) ?? [], runs)),
  };
}

function courseOf(rows: readonly StepRow[], runs: readonly CourseRun[]): StepCourse {
  const byRun = new Map(rows.map((row) => [row.runId, row]));
  const inOrder = runs.map((run) => byRun.get(run.id));
  const wordings = [...new Set(inOrder.flatMap((row) => row?.reply ?? []))];
  const latencies = inOrder.flatMap((row) => row?.latencyMs ?? []).sort((a, b) => a - b);
  return {
    said: inOrder.findLast((row) => row !== undefined)?.said ?? '',
    results: inOrder.map((row) =>
      row === undefined
        ? null
        : {
            outcome: row.outcome,
            failureClass: row.failureClass,
            latencyMs: row.latencyMs,
            wording: row.reply === null ? null : wordings.indexOf(row.reply),
          },
    ),
    wordings,
    flakiness: flakinessOf(
      runs.map(({ version }, index) => ({ version, passed: passedOf(inOrder[index]?.outcome) })),
    ),
    p50: percentileOf(latencies, 0.5),
    p95: percentileOf(latencies, 0.95),
  };
}

function percentileOf(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
