import { inArray, notExists, sql } from 'drizzle-orm';
import { stepDays } from '../../db/schema/history.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Database } from '../../platform/db.ts';

/** Suites of one step. */
const suitesPerStep = 25;

/** Removes the figures of steps whose suite is gone, a few suites at a time. */
export async function trimStepDays(db: Database, signal: AbortSignal): Promise<void> {
  const suite = db
    .select({ id: suites.id })
    .from(suites)
    .where(sql`${suites.id} = ${stepDays.suiteId}`);
  while (!signal.aborted) {
    const gone = await db
      .selectDistinct({ suiteId: stepDays.suiteId })
      .from(stepDays)
      .where(notExists(suite))
      .limit(suitesPerStep);
    if (gone.length === 0) return;
    const ids = gone.map(({ suiteId }) => suiteId);
    await db.delete(stepDays).where(inArray(stepDays.suiteId, ids));
  }
}
