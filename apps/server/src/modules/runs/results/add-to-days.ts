import { runDayChanges, type runResults } from '../../../db/schema/run-results.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { RunRow } from '../log/run-row.ts';

type RunResultRow = typeof runResults.$inferSelect;

/**
 * Adds the figures of a run, or subtracts them (`sign` -1), for its organization, project and suite. To avoid waiting for other
 * runs, it only inserts changes; fold-run-days.ts merges them into the rows of the day later.
 */
export async function addToDays(
  db: Database,
  run: RunRow,
  counted: RunResultRow,
  sign: 1 | -1,
): Promise<void> {
  const { organizationId, projectId, suiteId, platform, trigger } = run;
  const subjects = [organizationId, projectId, suiteId].filter((id) => id !== null);
  const figures = {
    runs: sign,
    repeated: run.isRepeated ? sign : 0,
    testsPassed: sign * counted.testsPassed,
    testsFailed: sign * counted.testsFailed,
    durationMs: sign * counted.durationMs,
    latencies: counted.latencies.map((count) => sign * count),
  };
  const { day, outcome, failureClasses } = counted;
  const key = { organizationId, day, platform, trigger };
  const rows = [
    { ...key, ...figures, outcome: 'any' as const, failureClasses: [] },
    { ...key, ...figures, outcome, failureClasses },
  ];
  await db
    .insert(runDayChanges)
    .values(subjects.flatMap((subject) => rows.map((row) => ({ ...row, subject }))));
}
