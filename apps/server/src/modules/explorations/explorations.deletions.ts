import { inArray } from 'drizzle-orm';
import { explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeFiles } from '../../platform/storage/remove-files.ts';
import { folderOfExploration, openStates } from './exploration-row.ts';

/** Number of explorations to delete per step: few enough for one statement that also deletes their events. */
const explorationsPerStep = 100;

export const explorationsDeletions = (platform: Pick<Platform, 'queue'>): Deletion[] => [
  {
    phase: 'work',
    removeSome: (db, { organizationIds }) => removeSomeExplorations(platform, db, organizationIds),
  },
];

/** Deletes explorations of these organizations with their files. Returns true if there may be more. */
async function removeSomeExplorations(
  platform: Pick<Platform, 'queue'>,
  db: Database,
  organizationIds: string[],
): Promise<boolean> {
  const rows = await db
    .select({
      id: explorations.id,
      hasEvidence: explorations.hasEvidence,
      status: explorations.conversationStatus,
    })
    .from(explorations)
    .where(inArray(explorations.organizationId, organizationIds))
    .limit(explorationsPerStep);
  // An open conversation can still get files.
  const isOpen = (status: string) => openStates.some((open) => open === status);
  const withFiles = rows.filter(({ hasEvidence, status }) => hasEvidence || isOpen(status));
  const folders = withFiles.map(({ id }) => folderOfExploration(id));
  await removeFiles(platform, db, folders);
  const ids = rows.map(({ id }) => id);
  await db.delete(explorations).where(inArray(explorations.id, ids));
  return rows.length === explorationsPerStep;
}
