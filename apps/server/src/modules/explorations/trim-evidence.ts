/** Removes the recordings and pictures of explorations once the plan keeps them no longer. */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import { explorations } from '../../db/schema/explorations.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue.ts';
import { eachRetention } from '../catalogue/catalogue.ts';
import { removeOrphans } from '../runs/runs.ts';
import { explorationsFolder, folderOfExploration } from './exploration-row.ts';

type Surroundings = Pick<Platform, 'db' | 'storage' | 'config' | 'clock'>;

const trimEvidenceJob = defineJob('explorations.trim', z.object({}));

export const explorationsJobs: readonly AnyJob[] = [trimEvidenceJob];

export function explorationsWork(platform: Platform): Work[] {
  const trim = (_payload: object, signal: AbortSignal) => trimEvidence(platform, signal);
  return [work(trimEvidenceJob, trim, { schedule: '11 4 * * *' })];
}

const explorationsPerStep = 25;

export async function trimEvidence(platform: Surroundings, signal: AbortSignal): Promise<void> {
  await removeOrphans(platform, explorationsFolder);
  for await (const { organizationId, evidenceDays } of eachRetention(platform, signal)) {
    while (!signal.aborted && (await trimSome(platform, organizationId, evidenceDays)));
  }
}

/** Whether there may be more. */
async function trimSome(
  { db, storage }: Surroundings,
  organizationId: string,
  days: number,
): Promise<boolean> {
  const old = await db
    .select({ id: explorations.id })
    .from(explorations)
    .where(
      and(
        eq(explorations.organizationId, organizationId),
        eq(explorations.hasEvidence, true),
        lt(explorations.lastActiveAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
    .orderBy(asc(explorations.lastActiveAt))
    .limit(explorationsPerStep);
  const ids = old.map(({ id }) => id);
  for (const id of ids) await storage.removeUnder(folderOfExploration(id));
  if (ids.length > 0) {
    await db.update(explorations).set({ hasEvidence: false }).where(inArray(explorations.id, ids));
  }
  return ids.length === explorationsPerStep;
}
