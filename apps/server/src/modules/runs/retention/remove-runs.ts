import { eq, inArray } from 'drizzle-orm';
import { runResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import { inDeletion, type Scope } from '../../../platform/database/scope.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeFiles } from '../../../platform/storage/remove-files.ts';
import { folderOfRun } from '../log/evidence.ts';
import { addToDays } from '../results/add-to-days.ts';

/** Number of runs to remove per step: few enough for one transaction, including their events and results. */
const runsPerStep = 25;

/**
 * Removes the runs of suites, whatever their state, and subtracts them from the daily figures, as if they had never existed.
 * Each step is committed, so an interrupted removal gets further the next time.
 */
export async function removeRunsOf(
  scope: Scope,
  platform: Pick<Platform, 'queue'>,
  suiteIds: string[],
): Promise<void> {
  while ((await inDeletion(scope, (inside) => removeSome(inside, platform, suiteIds))) > 0);
}

async function removeSome(
  { db }: Scope,
  platform: Pick<Platform, 'queue'>,
  suiteIds: string[],
): Promise<number> {
  const rows = await db
    .select()
    .from(runs)
    .where(inArray(runs.suiteId, suiteIds))
    .orderBy(runs.id)
    .limit(runsPerStep)
    .for('update');
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const counted = await db.select().from(runResults).where(inArray(runResults.runId, ids));
  for (const row of rows) {
    const figures = counted.find(({ runId }) => runId === row.id);
    if (figures) await addToDays(db, row, figures, -1);
  }
  // An active run can still get files.
  const withFiles = rows.filter(({ hasEvidence, isComplete }) => hasEvidence || !isComplete);
  await removeFiles(
    platform,
    db,
    withFiles.map(({ id }) => folderOfRun(id)),
  );
  await db.delete(runs).where(inArray(runs.id, ids));
  return rows.length;
}

/**
 * Suppresses the result email of a run. Runs queued in one transaction have the same queue time, so `createdAt` puts them in
 * order.
 */
export async function keepQuiet({ db }: Scope, runId: string, createdAt: Date): Promise<void> {
  await db.update(runs).set({ toldAt: new Date(), createdAt }).where(eq(runs.id, runId));
}
