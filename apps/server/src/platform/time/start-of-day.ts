import { momentOf } from './clock-time.ts';

export const dayMs = 86_400_000;

/** The database and JSON write later years otherwise. */
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The moment at which a day ("2026-01-31") begins in a time zone, or so many days later. Where the clocks leave midnight
 * out, that is when they go on.
 */
export function startOfDay(day: string, timeZone = 'UTC', later = 0): Date {
  const midnight = new Date(Math.min(Date.parse(day) + later * dayMs, latest));
  return timeZone === 'UTC' ? midnight : momentOf(midnight, timeZone);
}
