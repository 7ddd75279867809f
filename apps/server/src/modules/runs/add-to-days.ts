import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { runDays, type runResults } from '../../db/schema/history.ts';
import type { Database } from '../../platform/db.ts';
import type { RunRow } from './run-row.ts';

type RunResultRow = typeof runResults.$inferSelect;

/**
 * Adds what a run comes to, or takes it away again (`sign` -1), for its organization, project and
 * suite. Always in this order and first to the row of all outcomes, so that two runs of which one ends
 * while the other is judged otherwise never wait for each other.
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
    .insert(runDays)
    .values(subjects.flatMap((subject) => rows.map((row) => ({ ...row, subject }))))
    .onConflictDoUpdate({
      target: [
        runDays.organizationId,
        runDays.subject,
        runDays.day,
        runDays.platform,
        runDays.trigger,
        runDays.outcome,
        runDays.failureClasses,
      ],
      set: {
        runs: sql`${runDays.runs} + excluded.runs`,
        repeated: sql`${runDays.repeated} + excluded.repeated`,
        testsPassed: sql`${runDays.testsPassed} + excluded.tests_passed`,
        testsFailed: sql`${runDays.testsFailed} + excluded.tests_failed`,
        durationMs: sql`${runDays.durationMs} + excluded.duration_ms`,
        latencies: addedTo(runDays.latencies),
      },
    });
}

/** The buckets of a row and of the one that is inserted in its place, added up. */
export function addedTo(latencies: AnyPgColumn): SQL {
  return sql`(
    select coalesce(array_agg(coalesce(old, 0) + coalesce(new, 0) order by place), '{}')
    from unnest(${latencies}, excluded.latencies) with ordinality as bucket(old, new, place))`;
}
