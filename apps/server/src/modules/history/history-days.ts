import { historyDaysMax } from '@parley/contract';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Range of days such as `2026-11-21`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 24 * 60 * 60_000;

/** Lists every day of the range. Refuses an empty range and one that is too long. */
export function daysOf({ from, to }: DayRange): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1) throw refused('The last day is before the first.');
  if (count > historyDaysMax) throw refused(`At most ${historyDaysMax} days at a time.`);
  return Array.from({ length: count }, (_, index) => shiftDay(from, index));
}

export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * dayMs).toISOString().slice(0, 10);
}

function refused(message: string): ApiError {
  return new ApiError('invalid_request', { problems: [{ path: 'to', message }] });
}
