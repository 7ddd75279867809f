import { and, eq, inArray } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { retryDeadlock } from '../../../platform/database/deadlock.ts';
import type { ForgetMentions, Mentioned } from '../../../platform/database/deletions.ts';

/** References from runs, which keep the name of a deleted target. */
type Reference = `${Mentioned}Id` | 'startedBy';

/** Number of rows to update per step. Kept small, because every update rewrites many index entries. */
const rowsPerStep = 200;

/**
 * Clears a reference in some of the runs that have ended.
 * @returns true if there may be more such runs
 */
export async function forgetInSomeRuns(
  db: Database,
  reference: Reference,
  id: string,
): Promise<boolean> {
  const some = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs[reference], id), eq(runs.isComplete, true)))
    .limit(rowsPerStep);
  const changed = await db
    .update(runs)
    .set({ [reference]: null })
    .where(inArray(runs.id, some))
    .returning({ id: runs.id });
  return changed.length === rowsPerStep;
}

/**
 * Removes references from runs before their target is deleted. Otherwise the deletion itself would update years of runs in one
 * statement, which could exceed the statement timeout and block everybody on an embedded database. Each step is committed, so
 * an interrupted deletion gets further the next time. References of active runs, and of runs that ended meanwhile, are left to
 * the deletion. Two deletions that affect the same runs can wait for each other, so a deadlock is retried.
 */
export const forgetInRuns: ForgetMentions = async (db, mentioned, id) => {
  while (await retryDeadlock(() => forgetInSomeRuns(db, `${mentioned}Id`, id)));
};
