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
 * Years ahead for which public holidays are looked up, since each year of each set is computed and the next
 * times of a schedule may lie in as many years.
 */
const holidaysMs = 2 * 366 * 86_400_000;

/** A schedule with more times than this in 30 days is counted up to here and reckoned on from there. */
const countedMax = 1500;

/** Times to work out in one go, some 10 ms, before something else is answered. */
const atOnceMax = 50;

/** One at a time: of many together each would take its piece before anything else is answered. */
const turns = createFairSemaphore(
  { atOnce: 1, atOncePerParty: 1, waitMs: 10_000 },
  () => new ApiError('unavailable', { message: 'Too many schedules are being calculated.' }),
);

export interface SchedulePreview {
  times: ScheduledTime[];
  /** That will start in the next 30 days. */
  runs: number;
}

/**
 * The next times of a schedule, with their particularities. Organizations take turns, and so do
 * their people.
 * @throws ApiError `unavailable` if no turn came in time
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

/** Minutes before UTC time. */
function offsetAt(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'longOffset',
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
