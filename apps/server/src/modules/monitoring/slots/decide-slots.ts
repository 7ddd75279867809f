/** Decides for each due slot that it is run, or why it is not. */
import { hasCustomSchedule } from '@parley/contract';
import type { Database } from '../../../platform/database/db.ts';
import { calendarIdsOf } from '../../suites/suites.ts';
import { type CalendarRow, findCalendarsOfAll } from '../schedule/calendars.queries.ts';
import { exclusionAt } from '../schedule/exclusion-at.ts';
import type { DueMonitor, SlotRow } from '../schedule/monitoring.queries.ts';
import { scheduleOf } from '../schedule/schedule-of.ts';
import { refusalOf, stopInWords } from '../stops/stop-reason-of.ts';

/** Reason why an expected slot did not become a run, for metrics. */
export type NotRunReason = 'locked' | 'plan' | 'schedule' | 'quota' | 'suite' | 'worker' | 'queue';

export interface DecidedSlot {
  due: DueMonitor;
  slot: Date;
  /** Null for a slot that runs, or was not expected to: paused, or excluded by a calendar. */
  notRun: NotRunReason | null;
  decision: Pick<SlotRow, 'outcome' | 'reason' | 'result'>;
}

/** Maximum delay of a slot, for example because no worker was running. A later slot is not made up for. */
const lateMaxMs = 2 * 3_600_000;

export async function decideSlots(
  db: Database,
  due: DueMonitor[],
  edition: { sellsPlans: boolean },
): Promise<DecidedSlot[]> {
  const calendars = await findCalendarsOfAll(
    db,
    due.flatMap(({ suite }) => calendarIdsOf(suite.monitoringConfig)),
  );
  return due.flatMap((monitor) => {
    const slot = slotOf(monitor);
    if (slot === undefined) return [];
    const decided = decide(monitor, slot, calendarsOf(monitor, calendars), edition);
    return [{ due: monitor, slot, ...decided }];
  });
}

/** Returns the due slot. After an outage, that is the first missed slot only. */
function slotOf(due: DueMonitor): Date | undefined {
  const { isNew, nextAt, now } = due;
  if (isNew) return firstSlotOf(due);
  return nextAt !== null && nextAt <= now ? nextAt : undefined;
}

/**
 * Finds the first slot of a schedule that was turned on, changed or resumed: its current time, or now if that is long past or
 * was refused. Returns undefined if the current time already has a slot.
 */
function firstSlotOf({ suite, lastSlot, lastUsedSlot, isOpen, now }: DueMonitor): Date | undefined {
  const current = scheduleOf(suite)?.current(now);
  const last = isOpen ? lastUsedSlot : lastSlot;
  if (current === undefined || (last !== null && last >= current)) return undefined;
  const isRefused = lastSlot !== null && lastSlot >= current;
  return isRefused || isLate(current, now) ? now : current;
}

function isLate(slot: Date, now: Date): boolean {
  return now.getTime() - slot.getTime() > lateMaxMs;
}

function calendarsOf({ suite }: DueMonitor, calendars: CalendarRow[]): CalendarRow[] {
  const ids = calendarIdsOf(suite.monitoringConfig);
  return calendars.filter(
    ({ id, organizationId }) => organizationId === suite.organizationId && ids.includes(id),
  );
}

function decide(
  due: DueMonitor,
  slot: Date,
  calendars: CalendarRow[],
  edition: { sellsPlans: boolean },
): Pick<DecidedSlot, 'notRun' | 'decision'> {
  const leave = (outcome: SlotRow['outcome'], reason: string, notRun: NotRunReason | null) => ({
    notRun,
    decision: { outcome, reason, result: 'ignored' as const },
  });
  const { suite, pausedUntil, now } = due;
  if (pausedUntil !== null && now < pausedUntil) return leave('skipped', 'Paused', null);
  const exclusion = exclusionAt(calendars, slot);
  if (exclusion !== undefined) return leave('skipped', exclusion, null);
  const refusal = refusalOf(hasCustomSchedule(suite.monitoringConfig), due);
  if (refusal !== undefined)
    return leave('refused', stopInWords(refusal, due, edition).message, refusal);
  if (isLate(slot, now)) return leave('missed', 'No worker was available at this time.', 'worker');
  return { notRun: null, decision: { outcome: 'run', reason: null, result: null } };
}
