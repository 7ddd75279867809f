import { setImmediate } from 'node:timers/promises';
import type { ScheduledTime } from '@parley/contract';
import { createFairSemaphore } from '@parley/engine/fair-semaphore';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { WorkFor } from '../../../platform/work-pool/work-pool.ts';
import type { Schedule } from '../../suites/suites.ts';
import type { CalendarRow } from './calendars.queries.ts';
import { exclusionAt } from './exclusion-at.ts';

const shownMax = 20;

const forecastMs = 30 * 86_400_000;

/**
 * Period in milliseconds for which public holidays are considered. It is limited because each year of each set has to be
 * computed, and the next times of a schedule can be spread over many years.
 */
const holidaysMs = 2 * 366 * 86_400_000;

/** Maximum number of times to count; beyond it, the number of runs in 30 days is extrapolated. */
const countedMax = 1500;

/** Number of times to compute, in some 10 ms, before other requests get a turn. */
const atOnceMax = 50;

/** Admits one preview at a time, because several at once would delay all other requests. */
const turns = createFairSemaphore(
  { atOnce: 1, atOncePerParty: 1, waitMs: 10_000 },
  () => new ApiError('unavailable', { message: 'Too many schedules are being calculated.' }),
);

export interface SchedulePreview {
  times: ScheduledTime[];
  /** Number of runs that will start in the next 30 days. */
  runs: number;
}

/**
 * Computes the next times of a schedule, with clock changes and exclusions. Organizations take turns, and so do their members.
 *
 * @throws ApiError `unavailable` if the wait for a turn was too long
 */
export async function previewSchedule(
  { organizationId, actor }: WorkFor,
  ...asked: Parameters<typeof workOut>
): Promise<SchedulePreview> {
  const leave = await turns.enter(organizationId, { member: actor?.userId });
  try {
    return await workOut(...asked);
  } finally {
    leave();
  }
}

async function workOut(
  schedule: Schedule,
  calendars: readonly CalendarRow[],
  now: Date,
): Promise<SchedulePreview> {
  const times: ScheduledTime[] = [];
  const end = now.getTime() + forecastMs;
  const holidaysEnd = now.getTime() + holidaysMs;
  const withoutHolidays = calendars.map((calendar) => ({ ...calendar, holidays: [] }));
  let runs = 0;
  let counted = 0;
  let offset = offsetAt(now, schedule.timeZone);
  let at = schedule.next(now);
  for (let worked = 1; at !== undefined; at = schedule.next(at), worked += 1) {
    if (worked % atOnceMax === 0) await setImmediate();
    const isInForecast = at.getTime() <= end && counted < countedMax;
    if (!isInForecast && times.length === shownMax) break;
    const known = at.getTime() <= holidaysEnd ? calendars : withoutHolidays;
    const excludedBy = exclusionAt(known, at) ?? null;
    if (isInForecast) {
      counted += 1;
      if (excludedBy === null) runs += 1;
    }
    if (times.length === shownMax) continue;
    const offsetNow = offsetAt(at, schedule.timeZone);
    const change = offsetNow - offset;
    offset = offsetNow;
    const clockChange = change === 0 ? null : change > 0 ? 'forward' : 'back';
    times.push({ at: at.toISOString(), clockChange, excludedBy });
  }
  const passed = at === undefined ? forecastMs : Math.min(at.getTime() - now.getTime(), forecastMs);
  return { times, runs: Math.round((runs * forecastMs) / passed) };
}

/** Returns the offset from UTC in minutes; positive if the zone is ahead of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longOffset',
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
