import { planAllowsMonitoring, statusAllowsCustomSchedule } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { News } from '../../platform/news.ts';
import { inTransaction, type WorkScope } from '../../platform/scope.ts';
import { queueRun } from '../runs/runs.ts';
import { hasCustomSchedule, readSchedule, type Schedule } from '../suites/suites.ts';
import { calendarIdsOf } from './calendar-ids-of.ts';
import { findCalendars } from './calendars.queries.ts';
import { exclusionAt } from './exclusion-at.ts';
import { followAlert } from './follow-alert.ts';
import {
  changeSlot,
  type DueMonitor,
  deleteSlotsAhead,
  listDueMonitors,
  lockDueMonitor,
  planMonitor,
  type SlotRow,
  useSlot,
} from './monitoring.queries.ts';

export interface Monitoring {
  db: Database;
  news: News;
  log: Log;
}

export const startedByMonitor = {
  trigger: 'monitor',
  selectedTests: null,
  startedBy: null,
  startedByName: null,
} as const;

/** Monitors that are looked up at a time. */
const dueLimit = 200;

/** So many in a row that could not be started are not the fault of one of them. */
const failuresMax = 3;

/** A slot that is this late, because no worker was there, is not made up for. */
const lateMaxMs = 2 * 3_600_000;

/**
 * Starts the runs that are due now, each slot once, whoever else does the same at this moment. One
 * that can't be started is logged and tried again at the next look; those behind it do not wait.
 */
export async function startDueRuns(monitoring: Monitoring): Promise<void> {
  let failures = 0;
  for (;;) {
    const dueMonitors = await listDueMonitors(monitoring.db, dueLimit);
    let taken = 0;
    for (const due of fromAnywhere(dueMonitors)) {
      try {
        if (await startDueRun(monitoring, due)) taken += 1;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === failuresMax) throw error;
        const { suiteId } = due;
        monitoring.log.error({ err: error, suiteId }, 'A monitored suite could not be started');
      }
    }
    if (dueMonitors.length < dueLimit || taken === 0) return;
  }
}

/**
 * The slot, its run and the next time are kept together or not at all. False when another worker was
 * faster.
 */
async function startDueRun({ db, news, log }: Monitoring, due: DueMonitor): Promise<boolean> {
  const { suiteId, organizationId, config, now } = due;
  const scope = { db, organizationId };
  const schedule = scheduleOf(due);
  return inTransaction(scope, async (inside) => {
    if (due.isKnown && !(await lockDueMonitor(inside, due))) return false;
    if (schedule === undefined)
      log.warn({ suiteId }, 'The schedule of a monitored suite can not be followed');
    const nextAt = schedule?.next(now) ?? null;
    await planMonitor(inside, suiteId, { nextAt, plannedAt: now, plannedConfig: config });
    if (due.isRewound) await deleteSlotsAhead(inside, suiteId);
    else await takeSlot(inside, news, due, slotOf(due, schedule));
    return true;
  });
}

async function takeSlot(
  scope: WorkScope,
  news: News,
  due: DueMonitor,
  slot: Date | undefined,
): Promise<void> {
  const { suiteId } = due;
  if (slot === undefined) return;
  const outcome = await decide(scope, due, slot);
  if (!(await useSlot(scope, { suiteId, slot, ...outcome }))) return;
  if (outcome.outcome === 'run') await startRun(scope, news, { suiteId, slot });
}

/** Each worker begins somewhere else, so that they do not wait for each other at every monitor. */
function fromAnywhere<T>(list: readonly T[]): T[] {
  const start = Math.floor(Math.random() * list.length);
  return [...list.slice(start), ...list.slice(0, start)];
}

function scheduleOf({ config, suiteId }: DueMonitor): Schedule | undefined {
  try {
    return readSchedule(config, suiteId);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** The time that is due. After a break it is the first that nobody used, and only that one. */
function slotOf({ isNew, nextAt, now }: DueMonitor, schedule: Schedule | undefined) {
  if (isNew) return schedule?.current(now);
  return nextAt !== null && nextAt <= now ? nextAt : undefined;
}

type Decision = Pick<SlotRow, 'outcome' | 'reason' | 'result'>;

async function decide(scope: WorkScope, due: DueMonitor, slot: Date): Promise<Decision> {
  const { config, planId, subscriptionStatus, pausedUntil, now } = due;
  const leave = (outcome: Decision['outcome'], reason: string): Decision => ({
    outcome,
    reason,
    result: 'ignored',
  });
  if (!planAllowsMonitoring(planId))
    return leave('refused', 'Monitoring is not part of the Startup plan.');
  if (hasCustomSchedule(config) && !statusAllowsCustomSchedule(subscriptionStatus))
    return leave('refused', 'Custom schedules need an active subscription.');
  if (pausedUntil !== null && now < pausedUntil) return leave('skipped', 'Paused');
  const calendars = await findCalendars(scope, calendarIdsOf(config));
  const exclusion = exclusionAt(calendars, slot);
  if (exclusion !== undefined) return leave('skipped', exclusion);
  if (now.getTime() - slot.getTime() > lateMaxMs)
    return leave('missed', 'No worker was there at this time.');
  return { outcome: 'run', reason: null, result: null };
}

/** A suite that can't be run uses its slot up, and that counts as a failure of its configuration. */
async function startRun(
  scope: WorkScope,
  news: News,
  slot: Pick<SlotRow, 'suiteId' | 'slot'>,
): Promise<void> {
  try {
    const { id } = await queueRun(scope, news, slot.suiteId, startedByMonitor);
    await changeSlot(scope, slot, { runId: id });
  } catch (error) {
    // Refused before anything was written, so the transaction can go on.
    if (!(error instanceof ApiError)) throw error;
    const reason = [error.message, error.hint].filter(Boolean).join(' ');
    // Nothing is wrong with the suite, and who minds the plan is told by mail: no alert.
    if (error.code === 'quota_reached')
      return changeSlot(scope, slot, { outcome: 'refused', reason, result: 'ignored' });
    await changeSlot(scope, slot, {
      outcome: 'refused',
      reason,
      result: 'failed',
      failureClasses: ['configuration'],
    });
    await followAlert(scope, slot.suiteId);
  }
}
