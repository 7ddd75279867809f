/** Whether a time lies in a window of an exclusion calendar. Pure. */
import type { ExclusionCalendar, ExclusionWindow } from '@parley/contract';
import { holidaysPackage } from './holidays-package.ts';

type Calendar = Pick<ExclusionCalendar, 'name' | 'timeZone' | 'windows' | 'holidays'>;

/** "Calendar: reason" of the first window that holds the time; undefined if none does. */
export function exclusionAt(calendars: readonly Calendar[], at: Date): string | undefined {
  for (const calendar of calendars) {
    const reason = reasonIn(calendar, at);
    if (reason !== undefined) return `${calendar.name}: ${reason}`;
  }
  return undefined;
}

function reasonIn({ timeZone, windows, holidays }: Calendar, at: Date): string | undefined {
  const local = windows.some(({ kind }) => kind === 'weekly') ? localTime(at, timeZone) : undefined;
  for (const window of windows) if (holds(window, at, local)) return window.reason;
  for (const set of holidays) {
    const holiday = publicHolidays(set, timeZone, at.getUTCFullYear()).find(
      ({ start, end }) => start <= at && at < end,
    );
    if (holiday) return holiday.name;
  }
  return undefined;
}

interface LocalTime {
  /** 0 is Sunday. */
  day: number;
  /** Of the day. */
  minute: number;
}

function holds(window: ExclusionWindow, at: Date, local: LocalTime | undefined): boolean {
  if (window.kind === 'once') return new Date(window.start) <= at && at < new Date(window.end);
  if (local === undefined) return false;
  const { day, minute } = local;
  const from = minuteOf(window.from);
  const to = minuteOf(window.to);
  if (from < to) return window.days.includes(day) && from <= minute && minute < to;
  // Past midnight: the evening of a chosen day, and the morning after it.
  const isEvening = window.days.includes(day) && minute >= from;
  const isMorning = window.days.includes((day + 6) % 7) && minute < to;
  return isEvening || isMorning;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(at: Date, timeZone: string): LocalTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return {
    day: weekdays.indexOf(parts.weekday ?? ''),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

interface Holiday {
  name: string;
  start: Date;
  end: Date;
}

const keptMax = 500;
const kept = new Map<string, Holiday[]>();

/** Of the year and the days around it: a day begins at another time elsewhere. */
function publicHolidays(
  { country, region }: ExclusionCalendar['holidays'][number],
  timeZone: string,
  year: number,
): Holiday[] {
  const key = `${country} ${region} ${timeZone} ${year}`;
  const known = kept.get(key);
  if (known) return known;
  const Holidays = holidaysPackage();
  const set = new Holidays(country, region ?? '', { timezone: timeZone, types: ['public'] });
  const found = [year - 1, year, year + 1]
    .flatMap((each) => set.getHolidays(each, 'en'))
    .map(({ name, start, end }) => ({ name, start, end }));
  if (kept.size >= keptMax) kept.clear();
  kept.set(key, found);
  return found;
}
