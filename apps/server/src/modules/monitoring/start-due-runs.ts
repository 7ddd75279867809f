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

/** Monitors that one look at the clock takes care of; the next look follows soon. */
const dueLimit = 200;

/** A slot that is this late, because no worker was there, is not made up for. */
const lateMaxMs = 2 * 3_600_000;

/** Starts the runs that are due now, each slot once, whoever else does the same at this moment. */
export async function startDueRuns(monitoring: Monitoring): Promise<void> {
  for (const due of await listDueMonitors(monitoring.db, dueLimit)) {
    await startDueRun(monitoring, due);
  }
}

/** The slot, its run and the next time are kept together or not at all. */
async function startDueRun({ db, news, log }: Monitoring, due: DueMonitor): Promise<void> {
  const { suiteId, organizationId, config, now } = due;
  const scope = { db, organizationId };
  const schedule = scheduleOf(due);
  if (schedule === undefined)
    log.warn({ suiteId }, 'The schedule of a monitored suite can not be followed');
  await inTransaction(scope, async (inside) => {
    const nextAt = schedule?.next(now) ?? null;
    await planMonitor(inside, suiteId, { nextAt, plannedAt: now, plannedConfig: config });
    if (due.isRewound) return deleteSlotsAhead(inside, suiteId);
    const slot = slotOf(due, schedule);
    if (slot === undefined) return;
    const outcome = await decide(inside, due, slot);
    if (!(await useSlot(inside, { suiteId, slot, ...outcome }))) return;
    if (outcome.outcome === 'run') await startRun(inside, news, { suiteId, slot });
  });
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
