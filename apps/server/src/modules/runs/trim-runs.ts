/** Removes runs and their files once their plan keeps them no longer, a few at a time. */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { runs } from '../../db/schema/runs.ts';
import type { Database } from '../../platform/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { eachRetention } from '../catalogue/catalogue.ts';
import { folderOfRun, runsFolder } from './evidence.ts';
import { removeOrphans } from './remove-orphans.ts';

type Surroundings = Pick<Platform, 'db' | 'storage' | 'config' | 'clock'>;

/** Runs of one step: few enough to hold nobody up. */
const runsPerStep = 25;

/** Takes one organization after the other; ends early when it is told to stop, and goes on next time. */
export async function trimRuns(platform: Surroundings, signal: AbortSignal): Promise<void> {
  await removeOrphans(platform, runsFolder);
  for await (const { organizationId, runDays, evidenceDays } of eachRetention(platform, signal)) {
    while (!signal.aborted && (await removeOldRuns(platform, organizationId, runDays)));
    while (!signal.aborted && (await removeOldFiles(platform, organizationId, evidenceDays)));
  }
}

/** Whether there may be more. The figures of its day stay when a run goes. */
async function removeOldRuns(
  { db, storage }: Surroundings,
  organizationId: string,
  days: number,
): Promise<boolean> {
  const ids = await oldRuns(db, organizationId, days);
  // The files go first: a run that is left for the next time is found again, lost files would not be.
  for (const id of ids) await storage.removeUnder(folderOfRun(id));
  if (ids.length > 0) await db.delete(runs).where(inArray(runs.id, ids));
  return ids.length === runsPerStep;
}

async function removeOldFiles(
  { db, storage }: Surroundings,
  organizationId: string,
  days: number,
): Promise<boolean> {
  const ids = await oldRuns(db, organizationId, days, eq(runs.hasEvidence, true));
  for (const id of ids) await storage.removeUnder(folderOfRun(id));
  if (ids.length > 0)
    await db.update(runs).set({ hasEvidence: false }).where(inArray(runs.id, ids));
  return ids.length === runsPerStep;
}

/** Ended ones, the oldest first. */
async function oldRuns(
  db: Database,
  organizationId: string,
  days: number,
  which = sql`true`,
): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, organizationId),
        lt(runs.createdAt, sql`now() - make_interval(days => ${days})`),
        eq(runs.isComplete, true),
        which,
      ),
    )
    .orderBy(asc(runs.createdAt))
    .limit(runsPerStep);
  return rows.map(({ id }) => id);
}
