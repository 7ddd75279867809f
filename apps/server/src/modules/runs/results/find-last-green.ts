import { and, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { testResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { storableText } from '../../../platform/database/storable.ts';

/**
 * The newest run before this one in which the test passed as measured, counted and was checked, with the same
 * device in the same environment.
 *
 * @returns undefined if there is none
 */
export async function findLastGreen(
  db: Database,
  runId: string,
  testKey: string,
): Promise<{ at: Date; runId: string } | undefined> {
  const [run] = await db
    .select({
      suiteId: runs.suiteId,
      deviceId: runs.deviceId,
      environment: runs.environment,
      createdAt: runs.createdAt,
    })
    .from(runs)
    .where(eq(runs.id, runId));
  if (!run?.suiteId) return undefined;
  const [green] = await db
    .select({ at: testResults.at, runId: testResults.runId })
    .from(testResults)
    .innerJoin(runs, eq(runs.id, testResults.runId))
    .where(
      and(
        eq(testResults.suiteId, run.suiteId),
        eq(testResults.name, storableText(testKey)),
        lt(testResults.at, run.createdAt),
        eq(testResults.outcome, 'passed'),
        eq(testResults.isQuarantined, false),
        eq(testResults.isDoubtful, false),
        ne(runs.status, 'cancelled'),
        isNull(runs.overriddenAt),
        sql`${runs.deviceId} is not distinct from ${run.deviceId}`,
        sql`${runs.environment} is not distinct from ${run.environment}`,
      ),
    )
    .orderBy(desc(testResults.at))
    .limit(1);
  return green;
}
