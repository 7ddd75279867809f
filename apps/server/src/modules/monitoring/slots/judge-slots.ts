/** Evaluates slots by their ended runs, and opens or resolves alerts accordingly. */
import type { MonitoringConfig } from '@parley/contract';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alerts } from '../../../db/schema/alerts.ts';
import { monitorSlots, monitors } from '../../../db/schema/monitoring.ts';
import { runs } from '../../../db/schema/runs.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Database } from '../../../platform/database/db.ts';
import { inTransaction, type WorkScope, workScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { organizationTopic } from '../../../platform/live/news.ts';
import {
  consumerOf,
  type EventConsumer,
  eventsTopic,
} from '../../../platform/outbox/domain-events.ts';
import { eachByItself, tellInside } from '../../../platform/outbox/outbox.ts';
import {
  completeFailures,
  failureOfRun,
  listFailures,
  markRepeated,
  queueRun,
  type RunFailure,
  runFinished,
} from '../../runs/runs.ts';
import { triesOfSchedule } from '../../suites/suites.ts';
import { alertsTopic } from '../alerts/alert-news.ts';
import type { AlertRow } from '../alerts/alerts.queries.ts';
import { followAlert } from '../alerts/follow-alert.ts';
import { changeSlot, type SlotRow } from '../schedule/monitoring.queries.ts';
import type { Monitoring } from './start-due-runs.ts';
import { startedByMonitor } from './start-slots.ts';

type Classes = AlertRow['classes'];

interface Judged {
  slot: SlotRow;
  organizationId: string;
  config: MonitoringConfig | null;
  isMonitoring: boolean;
  isPaused: boolean;
  /** Null if the run was deleted. */
  status: (typeof runs.$inferSelect)['status'] | null;
  failureClasses: Classes | null;
}

const judgedMax = 200;

/** Evaluates the slots of runs as soon as the runs end. */
export function judgeEnds(monitoring: Monitoring): EventConsumer {
  return consumerOf('monitoring.judge', runFinished, async (ends) => {
    const runIds = ends.filter(({ trigger }) => trigger === 'monitor').map(({ runId }) => runId);
    if (runIds.length === 0) return;
    const isOfThese = inArray(monitorSlots.runId, runIds);
    await judgePassed(monitoring.db, isOfThese);
    for (const unjudged of await listUnjudged(monitoring.db, isOfThese))
      await judgeByItself(monitoring, unjudged);
  });
}

/**
 * Evaluates all slots whose runs have ended, each once, even if several processes do so at the same time. A slot that cannot be
 * evaluated is logged and retried next time, and does not delay the others.
 */
export async function judgeSlots(monitoring: Monitoring): Promise<void> {
  while ((await judgePassed(monitoring.db)) === judgedMax);
  await eachByItself(
    await listUnjudged(monitoring.db),
    (unjudged) => judgeByItself(monitoring, unjudged),
    ({ suiteId }, error) =>
      monitoring.log.error({ err: error, suiteId }, 'A slot could not be judged'),
  );
}

type Unjudged = Awaited<ReturnType<typeof listUnjudged>>[number];

async function judgeByItself(
  monitoring: Monitoring,
  { suiteId, slot, organizationId, runId }: Unjudged,
): Promise<void> {
  if (runId !== null) await readBeforehand(monitoring, runId);
  await inTransaction(workScope(monitoring.db, organizationId), async (inside) => {
    const judged = await lockUnjudged(inside, suiteId, slot);
    if (judged) await judge(inside, monitoring, judged);
  });
}

/**
 * Completes the stored failures of a run, which its alert names. Call it before the transaction, because the pool must not be
 * used inside one.
 */
async function readBeforehand(monitoring: Monitoring, runId: string): Promise<void> {
  try {
    await completeFailures(monitoring, runId);
  } catch (error) {
    // An alert with less detail is better than none.
    monitoring.log.warn({ err: error, runId }, 'Failures of a monitored run could not be read');
  }
}

/** @returns the failures of a run, at least one, so that an alert never takes an unread failure for a known one */
async function failuresOf(
  { db }: WorkScope,
  runId: string,
  classes: Classes,
): Promise<RunFailure[]> {
  const failures = await listFailures(db, runId);
  const unread = {
    class: classes[0] ?? 'internal',
    code: 'unread',
    message: 'The run failed. Its failures could not be read.',
  } as const;
  return failures.length > 0 ? failures : [failureOfRun(unread)];
}

/**
 * Evaluates passed slots without an open alert together, because most slots are like that. The others, and locked ones, are
 * evaluated one by one. Returns the number of slots found.
 */
function judgePassed(db: Database, which: SQL = sql`true`): Promise<number> {
  return tellInside(db, {
    async find(tx) {
      // Lock the monitors too, so that slots of one suite are evaluated one after another.
      const { rows } = await tx.execute<{ suiteId: string; slot: string }>(sql`
        select ${monitorSlots.suiteId} as "suiteId", ${monitorSlots.slot}::text as slot
        from ${monitorSlots}
        join ${runs} on ${runs.id} = ${monitorSlots.runId}
        join ${monitors} on ${monitors.suiteId} = ${monitorSlots.suiteId}
        where ${isUnjudged} and ${which} and ${runs.status} = 'passed' and not exists (${openAlert})
        order by ${monitorSlots.slot} limit ${judgedMax}
        for update of ${monitorSlots}, ${monitors} skip locked`);
      return rows;
    },
    async tell(tx, passed) {
      // A separate statement, because an alert may have been opened before the lock was obtained.
      await tx.execute(sql`
        update ${monitorSlots} set result = 'passed'
        from unnest(
          ${sql.param(passed.map(({ suiteId }) => suiteId))}::text[],
          ${sql.param(passed.map(({ slot }) => slot))}::timestamptz[]
        ) as passed (suite_id, slot)
        where ${monitorSlots.suiteId} = passed.suite_id and ${monitorSlots.slot} = passed.slot
          and not exists (${openAlert})`);
    },
  });
}

const openAlert = sql`select from ${alerts}
  where ${alerts.suiteId} = ${monitorSlots.suiteId} and ${alerts.resolvedAt} is null`;

async function listUnjudged(db: Database, which?: SQL) {
  return db
    .select({
      suiteId: monitorSlots.suiteId,
      slot: monitorSlots.slot,
      organizationId: suites.organizationId,
      runId: monitorSlots.runId,
    })
    .from(monitorSlots)
    .innerJoin(suites, eq(suites.id, monitorSlots.suiteId))
    .leftJoin(runs, eq(runs.id, monitorSlots.runId))
    .where(and(isUnjudged, which))
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
  // Lock the monitor first, so that slots of one suite are evaluated one after another.
  await db
    .select({ id: monitors.suiteId })
    .from(monitors)
    .where(eq(monitors.suiteId, suiteId))
    .for('update');
  const [row] = await db
    .select({
      slot: monitorSlots,
      config: suites.monitoringConfig,
      isMonitoring: suites.isMonitoring,
      isPaused: sql<boolean>`coalesce(${monitors.pausedUntil} > now(), false)`,
      status: runs.status,
      failureClasses: runs.failureClasses,
    })
    .from(monitorSlots)
    .innerJoin(suites, eq(suites.id, monitorSlots.suiteId))
    .leftJoin(monitors, eq(monitors.suiteId, monitorSlots.suiteId))
    .leftJoin(runs, eq(runs.id, monitorSlots.runId))
    .where(and(isUnjudged, eq(monitorSlots.suiteId, suiteId), eq(monitorSlots.slot, slot)))
    .for('update', { of: monitorSlots });
  return row && { ...row, organizationId };
}

async function judge(scope: WorkScope, { news }: Monitoring, judged: Judged): Promise<void> {
  const { slot, status, config } = judged;
  let failures: RunFailure[] = [];
  if (status === 'passed') await changeSlot(scope, slot, { result: 'passed' });
  else if (status === null || status === 'cancelled' || !judged.isMonitoring) {
    await changeSlot(scope, slot, { result: 'ignored' });
    return;
  } else {
    const mayRetry = !judged.isPaused && slot.retriesUsed < retriesOf(config);
    if (mayRetry && (await retry(scope, news, slot, config))) return;
    const failureClasses = judged.failureClasses ?? [];
    failures = slot.runId === null ? [] : await failuresOf(scope, slot.runId, failureClasses);
    const signatures = [...new Set(failures.map(({ signature }) => signature))];
    await changeSlot(scope, slot, { result: 'failed', failureClasses, signatures });
  }
  const hasChanged = await followAlert(scope, slot.suiteId, failures);
  if (!hasChanged) return;
  await news.publishAll(scope.db, [[alertsTopic], [eventsTopic]]);
  // Open pages read the run when it ends, which is before its slot is evaluated here.
  await news.publish(scope.db, organizationTopic(scope.organizationId), {
    kind: 'changed',
    part: 'monitoring',
  });
}

/** @returns false if a retry could not be started */
async function retry(
  scope: WorkScope,
  news: Monitoring['news'],
  slot: SlotRow,
  config: Judged['config'],
): Promise<boolean> {
  try {
    const environment = config?.environment ?? null;
    const start = { ...startedByMonitor, environment, repeat: triesOfSchedule(config) };
    const { id } = await queueRun(scope, news, slot.suiteId, start);
    if (slot.runId !== null) await markRepeated(scope, slot.runId);
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
