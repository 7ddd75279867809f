/** Removes the recordings and pictures of explorations once the plan keeps them no longer. */
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import { explorations } from '../../db/schema/explorations.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AnyJob, defineJob, type Work, work } from '../../platform/queue.ts';
import { isKey } from '../../platform/storage.ts';
import { eachRetention } from '../catalogue/catalogue.ts';
import { removeOrphans } from '../runs/runs.ts';
import { explorationsFolder, folderOfExploration } from './exploration-row.ts';
import { listWithFiles } from './explorations.queries.ts';

type Surroundings = Pick<Platform, 'db' | 'storage' | 'config' | 'clock'>;

const trimEvidenceJob = defineJob('explorations.trim', z.object({}));

export const explorationsJobs: readonly AnyJob[] = [trimEvidenceJob];

export function explorationsWork(platform: Platform): Work[] {
  const trim = (_payload: object, signal: AbortSignal) => trimEvidence(platform, signal);
  return [work(trimEvidenceJob, trim, { schedule: '11 4 * * *' })];
}

const explorationsPerStep = 25;

export async function trimEvidence(platform: Surroundings, signal: AbortSignal): Promise<void> {
  await removeLeftFiles(platform, signal);
  for await (const { organizationId, evidenceDays } of eachRetention(platform, signal)) {
    while (!signal.aborted && (await trimSome(platform, organizationId, evidenceDays)));
  }
}

/** Old ones of no exploration, or of one that keeps none. One that is still used keeps its first, too. */
async function removeLeftFiles(platform: Surroundings, signal: AbortSignal): Promise<void> {
  const found = new Set<string>();
  for await (const key of platform.storage.keys(explorationsFolder)) {
    const [, id = '', file] = key.split('/');
    // A bucket may hold what others put there.
    if (isKey(key) && file !== undefined) found.add(id);
  }
  const ids = [...found];
  for (let at = 0; at < ids.length && !signal.aborted; at += explorationsPerStep) {
    const some = ids.slice(at, at + explorationsPerStep);
    const kept = await listWithFiles(platform.db, some);
    for (const id of some)
      if (!kept.has(id)) await removeOrphans(platform, folderOfExploration(id));
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
