import { momentOf } from './clock-time.ts';

export const dayMs = 86_400_000;

/** Latest supported time. The database and JSON write later years in another format. */
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Returns the start of a day ("2026-01-31") in a time zone, or of the day `later` days after it. If clocks skip midnight, the
 * day starts after the gap. Days after the year 9999 become the end of that year.
 */
export function startOfDay(day: string, timeZone = 'UTC', later = 0): Date {
  const midnight = new Date(Math.min(Date.parse(day) + later * dayMs, latest));
  return timeZone === 'UTC' ? midnight : momentOf(midnight, timeZone);
}
