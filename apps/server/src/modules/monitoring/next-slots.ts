import type { MonitoringConfig } from '@parley/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Scope } from '../../platform/scope.ts';
import { readSchedule } from '../suites/suites.ts';
import { calendarIdsOf } from './calendar-ids-of.ts';
import { type CalendarRow, findCalendars } from './calendars.queries.ts';
import { exclusionAt } from './exclusion-at.ts';

interface MonitoredSuite {
  id: string;
  monitoringConfig: MonitoringConfig | null;
  pausedUntil: Date | null;
}

interface Span {
  now: Date;
  until: Date;
}

interface Slot<S> {
  suite: S;
  at: Date;
}

/** When monitored suites will run in a span of time, in order, at most so many. */
export async function nextSlots<S extends MonitoredSuite>(
  scope: Scope,
  monitored: readonly S[],
  span: Span,
  limit: number,
): Promise<Slot<S>[]> {
  const slots: Slot<S>[] = [];
  for (const suite of monitored) {
    const ids = calendarIdsOf(suite.monitoringConfig);
    const calendars = ids.length === 0 ? [] : await findCalendars(scope, ids);
    slots.push(...timesOf(suite, calendars, span, limit).map((at) => ({ suite, at })));
  }
  return slots.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, limit);
}

function timesOf(
  { id, monitoringConfig, pausedUntil }: MonitoredSuite,
  calendars: readonly CalendarRow[],
  { now, until }: Span,
  limit: number,
): Date[] {
  try {
    const schedule = readSchedule(monitoringConfig, id);
    const times: Date[] = [];
    for (let at = schedule.next(now); at && at < until; at = schedule.next(at)) {
      if (pausedUntil !== null && at < pausedUntil) continue;
      if (exclusionAt(calendars, at) === undefined) times.push(at);
      if (times.length === limit) break;
    }
    return times;
  } catch (error) {
    // A schedule that can't be followed comes to nothing; the monitor itself says why.
    if (error instanceof ApiError) return [];
    throw error;
  }
}
