/** Checks whether a time is within a window of an exclusion calendar. Pure. */
import type { ExclusionCalendar, ExclusionWindow } from '@parley/contract';
import { createRecentCache } from '../../../platform/cache/recent-cache.ts';
import { clockTime } from '../../../platform/time/clock-time.ts';
import { holidaysPackage } from './holidays-package.ts';

type Calendar = Pick<ExclusionCalendar, 'name' | 'timeZone' | 'windows' | 'holidays'>;

/** Returns “calendar: reason” of the first window that contains the time; undefined if none does. */
export function exclusionAt(calendars: readonly Calendar[], at: Date): string | undefined {
  for (const calendar of calendars) {
    const reason = reasonIn(calendar, at);
    if (reason !== undefined) return `${calendar.name}: ${reason}`;
  }
  return undefined;
}

function reasonIn({ timeZone, windows, holidays }: Calendar, at: Date): string | undefined {
  const isByClock = holidays.length > 0 || windows.some(({ kind }) => kind === 'weekly');
  const clock = isByClock ? clockTime(at, timeZone) : undefined;
  for (const window of windows) if (holds(window, at, clock)) return window.reason;
  if (clock === undefined) return undefined;
  for (const set of holidays) {
    const holiday = publicHolidays(set, clock).find(
      ({ start, end }) => start <= clock && clock < end,
    );
    if (holiday) return holiday.name;
  }
  return undefined;
}

function holds(window: ExclusionWindow, at: Date, clock: Date | undefined): boolean {
  if (window.kind === 'once') return new Date(window.start) <= at && at < new Date(window.end);
  if (clock === undefined) return false;
  const day = clock.getUTCDay();
  const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
  const from = minuteOf(window.from);
  const to = minuteOf(window.to);
  if (from < to) return window.days.includes(day) && from <= minute && minute < to;
  // The window spans midnight: it covers the evening of a chosen day and the morning after it.
  const isEvening = window.days.includes(day) && minute >= from;
  const isMorning = window.days.includes((day + 6) % 7) && minute < to;
  return isEvening || isMorning;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** A holiday in local time of the zone, represented as UTC like the time it is compared with. */
interface Holiday {
  name: string;
  start: Date;
  end: Date;
}

/** Maximum duration of a holiday that continues into the next year. */
const longestHolidayMs = 10 * 86_400_000;

/** Lists the holidays of the set that can apply at that time. */
function publicHolidays(set: HolidaySet, clock: Date): Holiday[] {
  const year = clock.getUTCFullYear();
  const yearBefore = new Date(clock.getTime() - longestHolidayMs).getUTCFullYear();
  return [...new Set([yearBefore, year])].flatMap((each) => holidaysOfYear(set, each));
}

type HolidaySet = ExclusionCalendar['holidays'][number];

/** Maximum number of cached years: enough for all holiday sets in three years, about 5 KB each. */
const keptMax = 2000;
const kept = createRecentCache<Holiday[]>({ sizeMax: keptMax });

/**
 * Returns the holidays of a year. Cached by year for all zones, because computing the moon's path for one takes up to 0.1 s,
 * which blocks everything else.
 */
function holidaysOfYear({ country, region }: HolidaySet, year: number): Holiday[] {
  const key = `${country} ${region} ${year}`;
  const known = kept.get(key);
  if (known) return known;
  const Holidays = holidaysPackage();
  const set = new Holidays(country, region ?? '', { timezone: 'UTC', types: ['public'] });
  const found = set.getHolidays(year, 'en').map(({ name, start, end }) => ({ name, start, end }));
  kept.set(key, found);
  return found;
}
