/** Computes when a monitored suite is due. Pure: the time is a parameter. */
import type { MonitoringConfig } from '@parley/contract';
import { defaultInterval, type MonitoringInterval, monitoringIntervals } from '@parley/contract';
import { Cron } from 'croner';
import { ApiError } from '../../platform/errors/api-error.ts';
import { clockTime, momentOf } from '../../platform/time/clock-time.ts';

export interface Schedule {
  timeZone: string;
  /** "Every hour" for example, or the cron expression with its time zone. */
  inWords: string;
  /** Returns the first time after the given one; undefined if the schedule never occurs again. */
  next(after: Date): Date | undefined;
  /**
   * Returns the time that the first run stands for when monitoring starts; undefined for a cron schedule, which waits for its
   * next time.
   */
  current(now: Date): Date | undefined;
}

const fieldsOfCron = 5;

const intervalsInWords: Record<MonitoringInterval, string> = {
  5: 'Every 5 minutes',
  15: 'Every 15 minutes',
  30: 'Every 30 minutes',
  60: 'Every hour',
  360: 'Every 6 hours',
  1440: 'Every day',
};

/**
 * Reads the schedule of a stored configuration. Interval times are offset by a hash of the suite's ID, so that suites do not
 * all start at the full hour.
 *
 * @throws ApiError `schedule_invalid` for an invalid cron expression or time zone
 */
export function readSchedule(
  config: MonitoringConfig | null | undefined,
  suiteId: string,
): Schedule {
  const cron = config?.cron;
  if (typeof cron === 'string' && cron.trim() !== '')
    return readCron(cron.trim(), readTimeZone(config?.timeZone));
  const minutes = monitoringIntervals.find((known) => known === config?.everyMinutes);
  return everyMinutes(minutes ?? defaultInterval, suiteId);
}

/**
 * Returns the canonical name of a time zone; UTC if none is given.
 *
 * @throws ApiError `schedule_invalid` for an unknown time zone
 */
export function readTimeZone(name: unknown): string {
  if (typeof name !== 'string' || name === '') return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw invalid(
      'timeZone',
      `There is no time zone “${name}”.`,
      'Use a name such as Europe/Berlin or America/New_York.',
    );
  }
}

function everyMinutes(minutes: MonitoringInterval, suiteId: string): Schedule {
  const period = minutes * 60_000;
  const offset = (hash(suiteId) % (minutes * 60)) * 1000;
  const current = (now: Date) =>
    new Date(Math.floor((now.getTime() - offset) / period) * period + offset);
  return {
    timeZone: 'UTC',
    inWords: intervalsInWords[minutes],
    current,
    next: (after) => new Date(current(after).getTime() + period),
  };
}

function readCron(pattern: string, timeZone: string): Schedule {
  const count = pattern.split(/\s+/).length;
  if (count > fieldsOfCron)
    throw invalid(
      'cron',
      'A schedule cannot include seconds or years: a suite runs at most once a minute.',
      'Use five fields: minute, hour, day of the month, month, weekday.',
    );
  const next = (namesHours(pattern) ? byClock : byTime)(pattern, timeZone);
  if (next(new Date()) === undefined)
    throw invalid(
      'cron',
      `“${pattern}” never occurs.`,
      'Check the day and the month: for example, February 30 does not exist.',
    );
  return {
    timeZone,
    inWords: `${pattern} (${timeZone})`,
    current: () => undefined,
    next,
  };
}

/** Checks whether the pattern names specific hours; false for hourly or every n hours. */
function namesHours(pattern: string): boolean {
  const hours = pattern.split(/\s+/)[1];
  return hours !== undefined && !/[*?]/.test(hours);
}

/** Computes times in real time: runs continue while clocks repeat an hour, and times that clocks skip are skipped. */
function byTime(pattern: string, timezone: string): Schedule['next'] {
  const cron = parseCron(pattern, { timezone });
  return (after) => cron.nextRun(after) ?? undefined;
}

/**
 * Computes times by the clock: they occur once if clocks repeat them, and late if clocks skip them. Croner does this only for a
 * single time of day, so it is run here as if clocks never changed.
 */
function byClock(pattern: string, timeZone: string): Schedule['next'] {
  const cron = parseCron(pattern, { utcOffset: 0 });
  return (after) => {
    let clock = cron.nextRun(clockTime(after, timeZone));
    while (clock && momentOf(clock, timeZone) <= after) clock = cron.nextRun(clock);
    return clock ? momentOf(clock, timeZone) : undefined;
  };
}

function parseCron(pattern: string, zone: { timezone: string } | { utcOffset: number }): Cron {
  try {
    return new Cron(pattern, { ...zone, mode: '5-part', paused: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Cron\w*: /, '') : '';
    throw invalid(
      'cron',
      `“${pattern}” is not a schedule. ${reason}`.trim(),
      'Use five fields, for example “0 9 * * 1-5” for weekdays at nine.',
    );
  }
}

function invalid(path: string, message: string, hint: string): ApiError {
  return new ApiError('schedule_invalid', { message, hint, problems: [{ path, message, hint }] });
}

/** FNV-1a: the same in every process. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
