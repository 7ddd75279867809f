/** What becomes of the slots that are due: a run, or the reason why not. */
import type { Database } from '../../platform/db.ts';
import { calendarIdsOf } from './calendar-ids-of.ts';
import { type CalendarRow, findCalendarsOfAll } from './calendars.queries.ts';
import { exclusionAt } from './exclusion-at.ts';
import type { DueMonitor, SlotRow } from './monitoring.queries.ts';
import { refusalOf } from './refusal-of.ts';
import { scheduleOf } from './schedule-of.ts';

export interface DecidedSlot {
  due: DueMonitor;
  slot: Date;
  decision: Pick<SlotRow, 'outcome' | 'reason' | 'result'>;
}

/** A slot that is this late, because no worker was there, is not made up for. */
const lateMaxMs = 2 * 3_600_000;

export async function decideSlots(db: Database, due: DueMonitor[]): Promise<DecidedSlot[]> {
  const calendars = await findCalendarsOfAll(
    db,
    due.flatMap(({ suite }) => calendarIdsOf(suite.monitoringConfig)),
  );
  return due.flatMap((monitor) => {
    const slot = slotOf(monitor);
    if (slot === undefined) return [];
    const decision = decide(monitor, slot, calendarsOf(monitor, calendars));
    return [{ due: monitor, slot, decision }];
  });
}

/** The time that is due. After a break it is the first that nobody used, and only that one. */
function slotOf(due: DueMonitor): Date | undefined {
  const { isNew, nextAt, now } = due;
  if (isNew) return firstSlotOf(due);
  return nextAt !== null && nextAt <= now ? nextAt : undefined;
}

/** Now, where the last time of the schedule is long past; none if the suite has been seen to since. */
function firstSlotOf({ suite, lastSlot, now }: DueMonitor): Date | undefined {
  const current = scheduleOf(suite)?.current(now);
  if (current === undefined || (lastSlot !== null && lastSlot >= current)) return undefined;
  return isLate(current, now) ? now : current;
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

function decide(due: DueMonitor, slot: Date, calendars: CalendarRow[]): DecidedSlot['decision'] {
  const leave = (outcome: SlotRow['outcome'], reason: string) =>
    ({ outcome, reason, result: 'ignored' }) as const;
  const { pausedUntil, now } = due;
  const refusal = refusalOf(due.suite.monitoringConfig, due);
  if (refusal !== undefined) return leave('refused', refusal);
  if (pausedUntil !== null && now < pausedUntil) return leave('skipped', 'Paused');
  const exclusion = exclusionAt(calendars, slot);
  if (exclusion !== undefined) return leave('skipped', exclusion);
  if (isLate(slot, now)) return leave('missed', 'No worker was there at this time.');
  return { outcome: 'run', reason: null, result: null };
}
