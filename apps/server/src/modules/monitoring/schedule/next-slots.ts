import { setImmediate } from 'node:timers/promises';
import type { MonitoringConfig } from '@parley/contract';
import type { Scope } from '../../../platform/database/scope.ts';
import { calendarIdsOf, type Schedule } from '../../suites/suites.ts';
import { type CalendarRow, findCalendars } from './calendars.queries.ts';
import { exclusionAt } from './exclusion-at.ts';
import { scheduleOf } from './schedule-of.ts';

interface MonitoredSuite {
  id: string;
  monitoringConfig: MonitoringConfig | null;
  pausedUntil: Date | null;
}

interface Span {
  now: Date;
  until: Date;
}

export interface NextSlots<S> {
  slots: { suite: S; at: Date }[];
  /** True if there may be more slots in the period. */
  isCutShort: boolean;
}

/**
 * Maximum number of times to examine: as many as one suite can have in two days. Needed because calendars can exclude all of
 * them.
 */
const lookedAtMax = 3000;

/** Number of times to compute before other requests get a turn. */
const atOnceMax = 100;

/** Computes when monitored suites will run in a period, in order, up to a limit. */
export async function nextSlots<S extends MonitoredSuite>(
  scope: Scope,
  monitored: readonly S[],
  { now, until }: Span,
  limit: number,
): Promise<NextSlots<S>> {
  const lines: Line<S>[] = [];
  for (const suite of monitored) {
    const calendars = await findCalendars(scope, calendarIdsOf(suite.monitoringConfig));
    const from = Math.max(now.getTime(), (suite.pausedUntil?.getTime() ?? 0) - 1);
    const schedule = scheduleOf(suite);
    lines.push({ suite, calendars, schedule, at: schedule?.next(new Date(from)) });
  }
  const slots: NextSlots<S>['slots'] = [];
  for (let lookedAt = 0; lookedAt < lookedAtMax && slots.length < limit; lookedAt++) {
    if (lookedAt % atOnceMax === 0) await setImmediate();
    const line = firstOf(lines);
    const at = line?.at;
    if (line === undefined || at === undefined || at >= until) return { slots, isCutShort: false };
    if (exclusionAt(line.calendars, at) === undefined) slots.push({ suite: line.suite, at });
    line.at = line.schedule?.next(at);
  }
  return { slots, isCutShort: true };
}

interface Line<S> {
  suite: S;
  calendars: readonly CalendarRow[];
  /** Undefined if the schedule is not valid; the page of the monitor shows why. */
  schedule: Schedule | undefined;
  /** Next time of the schedule; undefined if there is none. */
  at: Date | undefined;
}

function firstOf<S>(lines: readonly Line<S>[]): Line<S> | undefined {
  const time = ({ at }: Line<S>) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  return lines.reduce<Line<S> | undefined>(
    (first, line) => (first === undefined || time(line) < time(first) ? line : first),
    undefined,
  );
}
