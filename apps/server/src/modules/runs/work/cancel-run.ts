import { inTransaction, type Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { News } from '../../../platform/live/news.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { FoldedRun } from '../log/fold-recorded.ts';
import { foldBeforehand } from '../log/read-stored-run.ts';
import { runTopic, tellRunsChanged } from '../log/run-news.ts';
import { hasEnded, type RunRow } from '../log/run-row.ts';
import { findRun, lockRun, requestCancel } from '../log/runs.queries.ts';
import { endRun } from './run-log.ts';

/** Reads the data that `cancelRun` needs for a run without a worker. Call it before the transaction. */
export async function foldToCancel(
  scope: Scope,
  pool: WorkPool,
  runId: string,
): Promise<FoldedRun | undefined> {
  const run = await findRun(scope, runId);
  return run?.status === 'queued' ? foldBeforehand(scope, pool, run) : undefined;
}

/** Ends a queued run immediately. Notifies the worker of an active run, which otherwise notices when it renews its lease. */
export function cancelRun(
  scope: Scope,
  news: News,
  runId: string,
  folded: FoldedRun | undefined,
): Promise<RunRow> {
  return inTransaction(scope, async (inside) => {
    const run = await lockRun(inside, runId);
    if (run === undefined) throw new ApiError('not_found');
    if (hasEnded(run)) throw new ApiError('run_finished');
    await recordAudit(inside, { action: 'run.cancelled', target: run.suiteName });
    const cancelled = (await requestCancel(inside, runId)) ?? run;
    if (run.status === 'queued')
      return endRun(inside.db, news, cancelled, { status: 'cancelled', folded });
    await news.publish(inside.db, runTopic(runId), 'cancel');
    await tellRunsChanged(news, inside.db, [cancelled]);
    return cancelled;
  });
}
