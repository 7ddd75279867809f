/** Monitoring: scheduled runs of suites, their exclusions and their results. */
import { maxTriesMax } from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursor, id, name, text, timestamp } from './fields.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';
const monitors = `${organization}/monitors`;
const calendars = `${organization}/exclusion-calendars`;

/** The available intervals, in minutes. */
export const monitoringIntervals = [5, 15, 30, 60, 360, 1440] as const;

export type MonitoringInterval = (typeof monitoringIntervals)[number];

export const defaultInterval: MonitoringInterval = 60;

const rate = z.number().check(z.gt(0, 'Enter a rate above 0.'), z.lt(1, 'Enter a rate below 1.'));

const tries = z.int().check(z.minimum(1), z.maximum(maxTriesMax));

/** Duplicates an input for starting a run, so that the first page does not load that schema. */
const triesInput = z.object({
  passRate: z.optional(rate),
  tolerate: z.optional(rate),
  maxTries: z.optional(tries),
  tries: z.optional(tries),
});

/**
 * When a monitored suite runs, and when alerts are sent. Unknown fields are kept, so that an older client does not remove
 * them.
 */
export const monitoringConfigSchema = z
  .looseObject({
    everyMinutes: z.optional(z.literal(monitoringIntervals)),
    /** Cron expression with five fields (minute, hour, day, month, weekday); takes precedence over `everyMinutes`. */
    cron: z.optional(z.nullable(text(120))),
    /** IANA name, for example "Europe/Berlin". Defaults to UTC. */
    timeZone: z.optional(z.nullable(text(64))),
    /** Exclusion calendars: no run starts in their windows. */
    calendarIds: z.optional(z.array(id).check(z.maxLength(10, 'At most 10 calendars.'))),
    /** Name of the environment to run in; see `environment` at the start of a run. */
    environment: z.optional(z.nullable(name)),
    /** Tries of each test, as for a single run. Overrides the settings of the suite and its tests. */
    repeat: z.optional(z.nullable(triesInput)),
    /** Number of times that a failed run is repeated immediately before it counts as failed. */
    retries: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
    /** An alert opens when `failures` of the last `of` slots failed. */
    alertWhen: z.optional(
      z
        .object({
          failures: z.int().check(z.minimum(1), z.maximum(20)),
          of: z.int().check(z.minimum(1), z.maximum(20)),
        })
        .check(
          z.refine(
            ({ failures, of }) => failures <= of,
            'An alert cannot require more failures than runs.',
          ),
        ),
    ),
  })
  .check(z.refine((config) => JSON.stringify(config).length <= 16_384, 'At most 16 KiB as JSON.'));

export type MonitoringConfig = z.output<typeof monitoringConfigSchema>;

/** A monitor's schedule as it is stored. Newer servers may have added fields. It has a name in the API description. */
export const storedSchedule = z.custom<MonitoringConfig>();

/** @returns true for a cron expression, false for an interval */
export function hasCustomSchedule(config: MonitoringConfig | null | undefined): boolean {
  return typeof config?.cron === 'string' && config.cron.trim() !== '';
}

/** @returns true for a paid subscription */
export function statusAllowsCustomSchedule(status: string | null | undefined): boolean {
  return status === 'enabled';
}

/** Used as a heading, and with a full stop as a sentence. */
export const statusLacksCustomSchedule =
  'Custom schedules need a subscription; a trial has the intervals';

const clockTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time of day looks like 08:30.'));

const window = z.union([
  z.object({ kind: z.literal('once'), reason: name, start: timestamp, end: timestamp }).check(
    z.refine(({ start, end }) => start < end, {
      error: 'The end is before the start.',
      path: ['end'],
    }),
  ),
  z.object({
    kind: z.literal('weekly'),
    reason: name,
    /** 0 is Sunday. */
    days: z
      .array(z.int().check(z.minimum(0), z.maximum(6)))
      .check(z.minLength(1, 'Choose a day.'), z.maxLength(7)),
    from: clockTime,
    /** If `to` is not after `from`, the window ends on the next day. */
    to: clockTime,
  }),
]);

export type ExclusionWindow = z.output<typeof window>;

const holidays = z.object({
  /** Two letters, for example "DE". */
  country: text(2),
  /** State or region within the country, for example "BY". */
  region: z.nullable(text(8)),
});

export const calendarBody = z.object({
  name,
  timeZone: text(64),
  windows: z.array(window).check(z.maxLength(100, 'A calendar can have at most 100 windows.')),
  /** Public holidays, as whole days in the calendar’s time zone. */
  holidays: z.array(holidays).check(z.maxLength(5, 'At most 5 holiday sets.')),
});

export const calendarSchema = z.extend(calendarBody, { id, createdAt: timestamp });

export type ExclusionCalendar = z.output<typeof calendarSchema>;

/** Maximum number of calendars. With more, the right one would be hard to find. */
export const calendarsMax = 50;

export const listCalendars = endpoint({
  method: 'GET',
  path: calendars,
  summary: 'List exclusion calendars by name',
  access: { organization: 'suites.read' },
  response: z.array(calendarSchema),
});

export const createCalendar = endpoint({
  method: 'POST',
  path: calendars,
  summary: 'Create an exclusion calendar',
  access: { organization: 'suites.write' },
  body: calendarBody,
  response: calendarSchema,
  status: 201,
  errors: ['conflict', 'name_taken', 'schedule_invalid'],
  idempotent: true,
  changes: 'monitoring',
});

export const updateCalendar = endpoint({
  method: 'PUT',
  path: `${calendars}/{calendarId}`,
  summary: 'Update an exclusion calendar',
  access: { organization: 'suites.write' },
  body: calendarBody,
  response: calendarSchema,
  errors: ['name_taken', 'schedule_invalid'],
  changes: 'monitoring',
});

export const deleteCalendar = endpoint({
  method: 'DELETE',
  path: `${calendars}/{calendarId}`,
  summary: 'Delete an exclusion calendar; monitors that used it run through its windows again',
  access: { organization: 'suites.write' },
  response: 'nothing',
  changes: 'monitoring',
});

export const listHolidaySets = endpoint({
  method: 'GET',
  path: `${calendars}/holiday-sets`,
  summary: 'List countries and regions with known public holidays',
  access: { organization: 'suites.read' },
  response: z.array(
    z.object({
      country: z.string(),
      name: z.string(),
      regions: z.array(z.object({ region: z.string(), name: z.string() })),
    }),
  ),
});

const fire = z.object({
  at: timestamp,
  /** Set if the clocks change between the previous time and this one. */
  clockChange: z.nullable(z.enum(['forward', 'back'])),
  /** Why no run starts, for example "Holidays: Christmas Day". Holidays are known for two years. */
  excludedBy: z.nullable(z.string()),
});

export type ScheduledTime = z.output<typeof fire>;

export const previewSchedule = endpoint({
  method: 'POST',
  path: `${organization}/testsuites/{suiteId}/schedule-preview`,
  summary: 'Preview the next 20 times of an unsaved schedule, and its usage in 30 days',
  access: { organization: 'suites.read' },
  body: z.object({ config: monitoringConfigSchema }),
  response: z.object({
    times: z.array(fire),
    /** Time zone of the schedule, for example "Europe/Berlin"; null for an interval. */
    timeZone: z.nullable(z.string()),
    /** Forecast for the next 30 days, without excluded windows. */
    forecast: z.object({ runs: z.number(), interactions: z.number() }),
    /** Interactions that the plan includes per month (null if unlimited), and interactions used this month. */
    quota: z.object({ interactions: z.nullable(z.number()), used: z.number() }),
  }),
  errors: ['schedule_invalid'],
  limitPerMinute: 60,
});

export const slotOutcome = z.enum(['run', 'skipped', 'refused', 'missed']);

const slotSchema = z.object({
  at: timestamp,
  /** `skipped`: excluded or paused. `refused`: could not run. `missed`: no worker was running. */
  outcome: slotOutcome,
  reason: z.nullable(z.string()),
  runId: z.nullable(id),
  /** Null while the run is active, and if nothing ran. */
  result: z.nullable(z.enum(['passed', 'failed', 'ignored'])),
});

export type MonitorSlot = z.output<typeof slotSchema>;

/**
 * Why enabled monitors do not run: the organization is locked, its plan does not include monitoring or custom schedules, or a
 * monthly quota is used up.
 */
export const stopReasons = ['locked', 'plan', 'schedule', 'interactions', 'callMinutes'] as const;

export type StopReason = (typeof stopReasons)[number];

const stopFields = {
  reason: z.enum(stopReasons),
  /** Null until a worker notices the stop, which takes up to a minute. */
  since: z.nullable(timestamp),
  /** The reason, as a sentence. */
  message: z.string(),
  /** What to do, as a sentence. */
  hint: z.string(),
};

export const monitorStopSchema = z.object(stopFields);

export type MonitorStop = z.output<typeof monitorStopSchema>;

export const monitorSchema = z.object({
  suiteId: id,
  suiteName: z.string(),
  projectId: id,
  projectName: z.string(),
  platform: z.enum(['webchat', 'phone']),
  config: z.nullable(storedSchedule),
  /** The schedule in words, for example "Every hour". */
  schedule: z.string(),
  /** Null until a worker has computed it, and if the schedule is invalid. */
  nextAt: z.nullable(timestamp),
  pausedUntil: z.nullable(timestamp),
  /** When the open alert was opened. */
  alertSince: z.nullable(timestamp),
  /** Summary of the open alert's incident; null while the alert rule is not met. */
  incident: z.nullable(
    z.object({
      id,
      /** When the first of the incident's failures was due. */
      failingSince: timestamp,
      /** The run that shows the failure. */
      runId: z.nullable(id),
      isAcknowledged: z.boolean(),
      /** Only recovery is announced until then; null if the incident is not snoozed. */
      snoozedUntil: z.nullable(timestamp),
    }),
  ),
  /** Why an enabled monitor currently does not run; it resumes automatically. */
  stopped: z.nullable(monitorStopSchema),
  /** Newest first, at most 20. */
  slots: z.array(slotSchema),
});

export type Monitor = z.output<typeof monitorSchema>;

export const listMonitors = endpoint({
  method: 'GET',
  path: monitors,
  summary:
    'List monitored suites, failing ones first, then by name; `cursor` is that of the previous page',
  access: { organization: 'suites.read' },
  query: z.object({
    cursor: z.optional(cursor),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({ items: z.array(monitorSchema), nextCursor: z.nullable(z.string()) }),
});

export const listMonitoringStops = endpoint({
  method: 'GET',
  path: `${organization}/monitoring-stops`,
  summary:
    'Get why monitored suites do not run at the moment, and since when; empty while all of them run',
  access: { organization: 'suites.read' },
  response: z.array(
    z.object({
      ...stopFields,
      /** Number of monitored suites that are stopped for this reason; paused ones are not counted. */
      monitors: z.number(),
    }),
  ),
});

export const pauseMonitor = endpoint({
  method: 'PUT',
  path: `${monitors}/{suiteId}/pause`,
  summary: 'Pause a monitored suite until a date; null resumes it',
  access: { organization: 'suites.write' },
  body: z.object({ until: z.nullable(timestamp) }),
  response: monitorSchema,
  errors: ['schedule_invalid'],
  changes: 'monitoring',
});
