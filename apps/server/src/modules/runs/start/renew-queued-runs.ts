/** Renews queued runs of monitors that no worker has taken by the time the next run is due. They then replace the next run. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { runQueue } from '../../../db/schema/run-queue.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { found } from '../../../platform/errors/found.ts';
import { type RunRow, runColumns } from '../log/run-row.ts';
import type { RunInsert } from '../log/runs.queries.ts';

/**
 * Locks, until the transaction ends, those of the given runs that belong to a monitor and were never taken by a worker. Skips
 * rows that are locked elsewhere, so it never waits.
 */
export async function holdQueuedRuns(
  db: Database,
  ids: string[],
): Promise<Pick<RunRow, 'id' | 'plannedInteractions'>[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: runs.id, plannedInteractions: runs.plannedInteractions })
    .from(runs)
    .where(
      and(
        inArray(runs.id, ids),
        eq(runs.trigger, 'monitor'),
        eq(runs.status, 'queued'),
        eq(runs.attempt, 0),
        isNull(runs.cancelRequestedAt),
      ),
    )
    .for('update', { skipLocked: true });
}

/** Updates a queued run to the current draft; the run keeps its place in the queue. Its row must be locked. */
export async function renewQueuedRun(db: Database, draft: RunInsert): Promise<RunRow> {
  const { id, createdAt: _, ...content } = draft;
  const { deviceId = null, device = null, conversations = null, needs = [] } = draft;
  const [renewed] = await db
    .update(runs)
    .set({ ...content, deviceId, device, conversations, needs })
    .where(eq(runs.id, id))
    .returning(runColumns);
  // The database trigger only reacts to the status, so update the queue here. `lane` is built as in the trigger.
  await db
    .update(runQueue)
    .set({
      lane: sql`coalesce('device:' || ${deviceId}::text, 'needs:' || array_to_string(${sql.param(needs)}::text[], ','))`,
      deviceId,
      needs,
      conversations,
    })
    .where(eq(runQueue.runId, id));
  return found(renewed);
}
