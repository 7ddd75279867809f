import { and, eq, inArray, sql } from 'drizzle-orm';
import { loadShares, loadTests } from '../../db/schema/load-tests.ts';
import type { Database } from '../../platform/database/db.ts';
import { reportLoadTest, summarize } from './load-report.ts';
import { hasEnded, type LoadTestRow } from './load-test-row.ts';
import { isBrokenOff } from './load-tests.queries.ts';

/** Ends a test if all of its shares have ended. Call it in a transaction. */
export async function settleLoadTest(db: Database, loadTestId: string): Promise<void> {
  const [test] = await db
    .select()
    .from(loadTests)
    .where(eq(loadTests.id, loadTestId))
    .for('update');
  if (test === undefined || hasEnded(test)) return;
  const open = and(
    eq(loadShares.loadTestId, loadTestId),
    inArray(loadShares.status, ['queued', 'running']),
  );
  if ((await db.$count(loadShares, open)) > 0) return;
  const scope = { db, organizationId: test.organizationId };
  const report = await reportLoadTest(scope, test);
  const isMeasured = report.counts.started > 0;
  const isWhole = isMeasured && !(await isBrokenOff(scope, test));
  const meets = report.thresholds.every(({ passed }) => passed);
  await db
    .update(loadTests)
    .set({
      status: endOf(test, { isMeasured, isWhole, meets }),
      finishedAt: sql`now()`,
      summary: isMeasured ? summarize(report) : null,
    })
    .where(eq(loadTests.id, loadTestId));
}

/**
 * Determines the final status. A threshold that fails under part of the load has failed. One that passes could still have
 * failed under the full load, so an incomplete test is interrupted rather than passed.
 */
function endOf(
  test: LoadTestRow,
  { isMeasured, isWhole, meets }: Record<'isMeasured' | 'isWhole' | 'meets', boolean>,
): LoadTestRow['status'] {
  if (test.stopRequestedAt !== null) return 'cancelled';
  if (isMeasured && !meets) return 'failed';
  return isWhole ? 'passed' : 'interrupted';
}
