/** Ends runs that have waited for a worker for so long that their results would no longer be useful. */
import { and, eq, sql } from 'drizzle-orm';
import { runQueue } from '../../../db/schema/run-queue.ts';
import { runs } from '../../../db/schema/runs.ts';
import { workScope } from '../../../platform/database/scope.ts';
import { foldBeforehandIfPossible } from '../log/read-stored-run.ts';
import { runColumns } from '../log/run-row.ts';
import type { RunsToLookAfter } from './leases.ts';
import { endRun } from './run-log.ts';

const deadlineHours = 24;

/** SQL time: runs queued at or before it are no longer claimed. */
export const queueDeadline = sql.raw(`now() - interval '${deadlineHours} hours'`);

/** Maximum number of runs per sweep; later sweeps end the others. */
const endedMax = 1_000;

const tookTooLong = {
  class: 'internal',
  code: 'queue-deadline',
  message: `No worker was free to execute it within ${deadlineHours} hours.`,
  hint: 'Run it again when workers are available. While a run is queued, its page shows what it is waiting for.',
} as const;

/** Ends overdue runs, each in its own transaction. Leaves locked rows to the next sweep. */
export async function endOverdueRuns(looking: RunsToLookAfter): Promise<void> {
  const { db, news } = looking;
  const overdue = await db
    .select(runColumns)
    .from(runQueue)
    .innerJoin(runs, eq(runs.id, runQueue.runId))
    .where(sql`${runQueue.createdAt} <= ${queueDeadline}`)
    .limit(endedMax);
  for (const known of overdue) {
    const { id, organizationId } = known;
    const folded = await foldBeforehandIfPossible(workScope(db, organizationId), looking, known);
    await db.transaction(async (tx) => {
      const [run] = await tx
        .select(runColumns)
        .from(runs)
        .where(and(eq(runs.id, id), eq(runs.status, 'queued')))
        .for('update', { skipLocked: true });
      if (run !== undefined)
        await endRun(tx, news, run, { status: 'interrupted', failure: tookTooLong, folded });
    });
  }
}
