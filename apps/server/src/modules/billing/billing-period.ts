/** The calendar month (UTC) over which usage is counted. */
export interface BillingPeriod {
  start: Date;
  /** Start of the next period. */
  end: Date;
}

const dayMs = 86_400_000;

export function periodAt(now: Date): BillingPeriod {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

/** Formats the UTC day of a time, for example `2026-11-21`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Lists the days of the period up to and including today, for example `2026-11-21`. */
export function daysUntil({ start }: BillingPeriod, now: Date): string[] {
  const days = Math.floor((now.getTime() - start.getTime()) / dayMs) + 1;
  return Array.from({ length: days }, (_, day) => dayOf(new Date(start.getTime() + day * dayMs)));
}

/** Projected use at the end of the period; null while there is too little data. */
export function forecast(used: number, { start, end }: BillingPeriod, now: Date): number | null {
  const elapsedMs = now.getTime() - start.getTime();
  if (elapsedMs < dayMs) return null;
  return Math.round((used * (end.getTime() - start.getTime())) / elapsedMs);
}
