import { eq } from 'drizzle-orm';
import { runResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { lockRun } from '../log/runs.queries.ts';
import { addToDays } from './add-to-days.ts';

/** Marks a run as retried, also in the daily figures. Call it in a transaction. */
export async function markRepeated(scope: WorkScope, runId: string): Promise<void> {
  const { db } = scope;
  const run = await lockRun(scope, runId);
  if (run === undefined || run.isRepeated) return;
  await db.update(runs).set({ isRepeated: true }).where(eq(runs.id, runId));
  const [counted] = await db.select().from(runResults).where(eq(runResults.runId, runId));
  if (counted === undefined) return;
  await addToDays(db, run, counted, -1);
  await addToDays(db, { ...run, isRepeated: true }, counted, 1);
}
