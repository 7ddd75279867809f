import { and, eq } from 'drizzle-orm';
import type { Database } from '../platform/database/db.ts';
import { runShares, runs } from './schema/runs.ts';

interface EndedShare {
  organizationId: string;
  /** Name of the suite whose run was shared. */
  suiteName: string;
}

/**
 * Revokes the share links that a user created, in one organization or in all.
 * @returns one entry per link
 */
export async function endRunSharesBy(
  db: Database,
  userId: string,
  organizationId?: string,
): Promise<EndedShare[]> {
  const isTheirs = and(
    eq(runShares.createdBy, userId),
    organizationId === undefined ? undefined : eq(runShares.organizationId, organizationId),
  );
  const open = await db
    .select({ organizationId: runShares.organizationId, suiteName: runs.suiteName })
    .from(runShares)
    .innerJoin(runs, eq(runs.id, runShares.runId))
    .where(isTheirs)
    .for('update', { of: runShares });
  await db.delete(runShares).where(isTheirs);
  return open;
}
