/** From ended runs to results of slots, and from results to alerts. */
import type { MonitoringConfig } from '@parley/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { monitorSlots, monitors } from '../../db/schema/monitoring.ts';
import { runs } from '../../db/schema/runs.ts';
import { suites } from '../../db/schema/suites.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/db.ts';
import { inTransaction, type WorkScope } from '../../platform/scope.ts';
import { queueRun } from '../runs/runs.ts';
import type { AlertRow } from './alerts.queries.ts';
import { followAlert } from './follow-alert.ts';
import { changeSlot, type SlotRow } from './monitoring.queries.ts';
import { type Monitoring, startedByMonitor } from './start-due-runs.ts';

type Classes = AlertRow['classes'];

interface Judged {
  slot: SlotRow;
  organizationId: string;
  config: MonitoringConfig | null;
  /** Null when the run was deleted. */
  status: (typeof runs.$inferSelect)['status'] | null;
  failureClasses: Classes | null;
}

const judgedMax = 200;

/** Judges the slots whose runs have ended, each once, whoever else does the same at this moment. */
export async function judgeSlots(monitoring: Monitoring): Promise<void> {
  for (const { suiteId, slot, organizationId } of await listUnjudged(monitoring.db)) {
    const scope = { db: monitoring.db, organizationId };
    await inTransaction(scope, async (inside) => {
      const judged = await lockUnjudged(inside, suiteId, slot);
      if (judged) await judge(inside, monitoring, judged);
    });
  }
}

async function listUnjudged(db: Database) {
  return db
    .select({
      suiteId: monitorSlots.suiteId,
      slot: monitorSlots.slot,
      organizationId: suites.organizationId,
    })
    .from(monitorSlots)
    .innerJoin(suites, eq(suites.id, monitorSlots.suiteId))
    .leftJoin(runs, eq(runs.id, monitorSlots.runId))
    .where(isUnjudged)
    .orderBy(monitorSlots.slot)
    .limit(judgedMax);
}

const isUnjudged = and(
  eq(monitorSlots.outcome, 'run'),
  isNull(monitorSlots.result),
  sql`coalesce(${runs.isComplete}, true)`,
);

async function lockUnjudged(
  { db, organizationId }: WorkScope,
  suiteId: string,
  slot: Date,
): Promise<Judged | undefined> {
  // The monitor's row first: slots of one suite are judged one after the other.
  await db
    .select({ id: monitors.suiteId })
    .from(monitors)
    .where(eq(monitors.suiteId, suiteId))
    .for('update');
  const [row] = await db
    .select({
      slot: monitorSlots,
      config: suites.monitoringConfig,
      status: runs.status,
      failureClasses: runs.failureClasses,
    })
    .from(monitorSlots)
    .innerJoin(suites, eq(suites.id, monitorSlots.suiteId))
    .leftJoin(runs, eq(runs.id, monitorSlots.runId))
    .where(and(isUnjudged, eq(monitorSlots.suiteId, suiteId), eq(monitorSlots.slot, slot)))
    .for('update', { of: monitorSlots });
  return row && { ...row, organizationId };
}

async function judge(scope: WorkScope, { news }: Monitoring, judged: Judged): Promise<void> {
  const { slot, status, config } = judged;
  if (status === 'passed') await changeSlot(scope, slot, { result: 'passed' });
  else if (status === null || status === 'cancelled') {
    await changeSlot(scope, slot, { result: 'ignored' });
    return;
  } else {
    if (slot.retriesUsed < retriesOf(config) && (await retry(scope, news, slot))) return;
    const failureClasses = judged.failureClasses ?? [];
    await changeSlot(scope, slot, { result: 'failed', failureClasses });
  }
  await followAlert(scope, slot.suiteId);
}

/** Whether the run could be started once more. */
async function retry(scope: WorkScope, news: Monitoring['news'], slot: SlotRow): Promise<boolean> {
  try {
    const { id } = await queueRun(scope, news, slot.suiteId, startedByMonitor);
    await changeSlot(scope, slot, { runId: id, retriesUsed: slot.retriesUsed + 1 });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function retriesOf(config: Judged['config']): number {
  const retries = config?.retries;
  return typeof retries === 'number' ? Math.min(Math.max(retries, 0), 3) : 0;
}
