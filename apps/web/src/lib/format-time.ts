/** Formats times. Words are English, like the dashboard; dates use the browser's locale and the viewer's time zone. */
import { onTimeZoneChange, viewerTimeZone } from './time-zone.ts';

// Created on first use, because the browser then loads its locale data, which would delay the first view.
let relative: Intl.RelativeTimeFormat | undefined;
let date: Intl.DateTimeFormat | undefined;
let utcDay: Intl.DateTimeFormat | undefined;
let shortUtcDay: Intl.DateTimeFormat | undefined;
let dateAndTime: Intl.DateTimeFormat | undefined;

onTimeZoneChange(() => {
  date = undefined;
  dateAndTime = undefined;
});

const ofViewer = () => ({ timeZone: viewerTimeZone() });

const units = [
  { unit: 'year', ms: 31_536_000_000 },
  { unit: 'month', ms: 2_628_000_000 },
  { unit: 'week', ms: 604_800_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** Formats a past time as "3 days ago". Less than a minute ago, or a future time caused by a wrong clock, is "just now". */
export function formatRelative(iso: string, now: number): string {
  const agoMs = now - Date.parse(iso);
  const fitting = units.find(({ ms }) => agoMs >= ms);
  if (!fitting) return 'just now';
  relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  return relative.format(-Math.floor(agoMs / fitting.ms), fitting.unit);
}

/** Formats a date as "Nov 21, 2026". */
export function formatDate(iso: string): string {
  date ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...ofViewer() });
  return date.format(new Date(iso));
}

/** Formats a UTC day in medium style. Every viewer sees the same day. */
export function formatUtcDay(iso: string): string {
  utcDay ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
  return utcDay.format(new Date(iso));
}

interface OfDay {
  day: string;
}

/** Returns a formatter for UTC days: "Nov 21", with the year only if the days span several years. */
export function utcDayFormat(days: readonly OfDay[]): (of: OfDay) => string {
  const years = new Set(days.map(({ day }) => day.slice(0, 4)));
  if (years.size > 1) return ({ day }) => formatUtcDay(day);
  shortUtcDay ??= new Intl.DateTimeFormat(undefined, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const { format } = shortUtcDay;
  return ({ day }) => format(new Date(day));
}

export function formatDateTime(iso: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  dateAndTime ??= new Intl.DateTimeFormat(undefined, { ...style, ...ofViewer() });
  return dateAndTime.format(new Date(iso));
}

/**
 * Formats a time in a time zone as "Sun, Mar 29, 3:00 AM GMT+2". Null stands for the viewer's time zone, which is not named.
 */
export function formatScheduled(iso: string, timeZone: string | null): string {
  return new Date(iso).toLocaleString(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? viewerTimeZone(),
    ...(timeZone !== null && { timeZoneName: 'short' }),
  });
}

/** Formats a duration as "212 ms", "4.2 s", "2 min 5 s" or "1 h 4 min". */
export function formatDuration(ms: number): string {
  // The limits allow for rounding, which would otherwise give "1000 ms" or "60.0 s".
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
