import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { News } from '../../platform/news.ts';
import { inTransaction } from '../../platform/scope.ts';
import { queueRun } from '../runs/runs.ts';
import { type DueMonitor, listDueMonitors, useSlot } from './monitoring.queries.ts';

export interface Monitoring {
  db: Database;
  news: News;
  log: Log;
}

const startedByMonitor = {
  trigger: 'monitor',
  selectedTests: null,
  startedBy: null,
  startedByName: null,
} as const;

/** Monitors that one look at the clock takes care of; the next look follows soon. */
const dueLimit = 200;

/** Starts the runs that are due now, each slot once, whoever else does the same at this moment. */
export async function startDueRuns(monitoring: Monitoring): Promise<void> {
  for (const due of await listDueMonitors(monitoring.db, dueLimit)) {
    await startDueRun(monitoring, due);
  }
}

/** The slot and its run are kept together or not at all. A suite that can't be run uses its slot up. */
async function startDueRun({ db, news, log }: Monitoring, due: DueMonitor): Promise<void> {
  const scope = { db, organizationId: due.organizationId };
  await inTransaction(scope, async (inside) => {
    if (!(await useSlot(inside, due))) return;
    try {
      await queueRun(inside, news, due.suiteId, startedByMonitor);
    } catch (error) {
      // Refused before anything was written, so the transaction can go on.
      if (!(error instanceof ApiError)) throw error;
      log.warn({ suiteId: due.suiteId, reason: error.message }, 'A monitored suite was not run');
    }
  });
}
