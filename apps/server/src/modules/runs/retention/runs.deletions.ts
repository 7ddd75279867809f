import { inArray } from 'drizzle-orm';
import { runDayChanges, runDays } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Deletion } from '../../../platform/database/deletions.ts';
import { removeSomeRows } from '../../../platform/database/remove-some-rows.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeFiles } from '../../../platform/storage/remove-files.ts';
import { folderOfRun } from '../log/evidence.ts';
import { forgetInSomeRuns } from './forget-in-runs.ts';

/** Number of runs to delete per step: few enough for one statement, including their events and results. */
const runsPerStep = 25;

/**
 * Deletes the runs of deleted organizations in any state, then their figures. Also clears the references of runs to deleted
 * users.
 */
export const runsDeletions = (platform: Pick<Platform, 'queue'>): Deletion[] => [
  {
    phase: 'work',
    removeSome: (db, { organizationIds }) => removeSomeRuns(platform, db, organizationIds),
  },
  {
    phase: 'records',
    removeSome: (db, { organizationIds }) => removeSomeRunDays(db, organizationIds),
  },
  { phase: 'mentions', removeSome: (db, { userId }) => forgetInSomeRuns(db, 'startedBy', userId) },
];

/**
 * Removes some runs of these organizations, with their files.
 * @returns true if there may be more
 */
async function removeSomeRuns(
  platform: Pick<Platform, 'queue'>,
  db: Database,
  organizationIds: string[],
): Promise<boolean> {
  const rows = await db
    .select({ id: runs.id, hasEvidence: runs.hasEvidence, isComplete: runs.isComplete })
    .from(runs)
    .where(inArray(runs.organizationId, organizationIds))
    .limit(runsPerStep);
  // An active run can still get files.
  const withFiles = rows.filter(({ hasEvidence, isComplete }) => hasEvidence || !isComplete);
  const folders = withFiles.map(({ id }) => folderOfRun(id));
  await removeFiles(platform, db, folders);
  const ids = rows.map(({ id }) => id);
  await db.delete(runs).where(inArray(runs.id, ids));
  return rows.length === runsPerStep;
}

/**
 * Removes some daily figures, which outlive the runs.
 *
 * @returns true if there may be more
 */
async function removeSomeRunDays(db: Database, organizationIds: string[]): Promise<boolean> {
  return (
    (await removeSomeRows(db, runDayChanges, organizationIds)) ||
    (await removeSomeRows(db, runDays, organizationIds))
  );
}
