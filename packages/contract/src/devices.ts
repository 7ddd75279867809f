/** Virtual devices: the tester's identity on a channel, as a webchat visitor or a caller. */
import * as z from 'zod/mini';
import { devicePlatforms } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { id, name, page, pageSize, pagination, search, text, timestamp } from './fields.ts';
import { storedSchedule } from './monitoring.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/devices';

const devicePlatform = z.enum(devicePlatforms);

export type DevicePlatform = z.output<typeof devicePlatform>;

/** Browsers that a virtual visitor can use. */
export const browserProfiles = [
  'chrome-windows',
  'edge-windows',
  'firefox-windows',
  'chrome-mac',
  'safari-mac',
  'chrome-android',
  'safari-iphone',
] as const;

export type BrowserProfile = (typeof browserProfiles)[number];

const pixels = z
  .int()
  .check(
    z.minimum(200, 'A viewport is at least 200 pixels wide and high.'),
    z.maximum(4096, 'A viewport is at most 4,096 pixels wide and high.'),
  );

export const viewportSchema = z.object({ width: pixels, height: pixels });

export const webchatSettingsSchema = z.object({
  platform: z.literal('webchat'),
  browser: z.enum(browserProfiles),
  viewport: viewportSchema,
});

/** Phone number. Spaces, dots, hyphens, slashes and parentheses are removed. */
export const phoneNumber = z.string().check(
  z.maxLength(40, 'A number has at most 15 digits.'),
  z.overwrite((value) => value.replaceAll(/[\s().\u00a0/-]/g, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'Include the country code, for example +1 202 555 0123.'),
);

export const sipAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, 'A SIP address has at most 254 characters.'),
    z.regex(
      /^sips?:[\w.!~*'()&=+$,;?/%-]+@[a-zA-Z0-9.-]+(:\d{1,5})?$/,
      'Write a SIP address such as sip:tester@pbx.example.com.',
    ),
  );

/** The trunk of a call: a host with an optional port, or `twilio`. */
export const trunk = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, 'A trunk has at most 254 characters.'),
    z.regex(
      /^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?(:([1-9]\d{0,4}))?$/,
      'Write the host of the trunk, with a port if needed: sip.example.com:5061.',
    ),
  );

export const callerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: phoneNumber }),
  z.object({ kind: z.literal('sip'), address: sipAddress }),
]);

export const phoneSettingsSchema = z.object({
  platform: z.literal('phone'),
  caller: callerSchema,
  trunk: z.nullable(trunk),
  /** Id of a voice that the catalogue lists for the device’s locale. */
  voiceId: z.string().check(z.minLength(1, 'Choose a voice.'), z.maxLength(100)),
});

export const deviceSettingsSchema = z.discriminatedUnion('platform', [
  webchatSettingsSchema,
  phoneSettingsSchema,
]);

export type DeviceSettings = z.output<typeof deviceSettingsSchema>;
export type WebchatSettings = z.output<typeof webchatSettingsSchema>;
export type PhoneSettings = z.output<typeof phoneSettingsSchema>;

export const concurrencyLimitMax = 100;

/** Maximum number of simultaneous conversations of the device, across all runs and workers. */
const concurrencyLimit = z
  .int()
  .check(
    z.minimum(1, 'A device allows at least 1 conversation.'),
    z.maximum(concurrencyLimitMax, `A device allows at most ${concurrencyLimitMax} conversations.`),
  );

const locale = text(35);

export const deviceSchema = z.object({
  id,
  name: z.string(),
  platform: devicePlatform,
  locale: z.string(),
  concurrencyLimit: z.number(),
  settings: deviceSettingsSchema,
  /** Number of test suites that use the device. */
  suiteCount: z.number(),
  createdAt: timestamp,
  lastModified: timestamp,
});

export type Device = z.output<typeof deviceSchema>;

export const pageDevices = endpoint({
  method: 'GET',
  path: base,
  summary: 'Get a page of virtual devices by name, with the total',
  access: { organization: 'devices.read' },
  query: z.object({
    page: z._default(page, 1),
    pageSize: z._default(pageSize, 20),
    platform: z._default(z.enum(['all', ...devicePlatforms]), 'all'),
    search: z.optional(search),
  }),
  response: z.object({ items: z.array(deviceSchema), pagination }),
});

export const getDevice = endpoint({
  method: 'GET',
  path: `${base}/{deviceId}`,
  summary: 'Get a virtual device',
  access: { organization: 'devices.read' },
  response: deviceSchema,
});

export const listDeviceSuites = endpoint({
  method: 'GET',
  path: `${base}/{deviceId}/suites`,
  summary: 'Get a page of the test suites that use a virtual device, by name',
  access: { organization: 'devices.read' },
  query: z.object({ page: z._default(page, 1), pageSize: z._default(pageSize, 20) }),
  response: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        projectId: id,
        projectName: z.string(),
        testCount: z.number(),
        platform: z.enum(['webchat', 'phone']),
        isMonitoring: z.boolean(),
        monitoringConfig: z.nullable(storedSchedule),
      }),
    ),
    pagination,
  }),
});

/**
 * Result of checking whether calls can be placed as a device. `unknown`: never checked. `checking`: a worker is checking.
 * `unanswered`: no worker took the check.
 */
export const deviceHealthSchema = z.object({
  status: z.enum(['unknown', 'checking', 'ready', 'not-ready', 'unanswered']),
  askedAt: z.nullable(timestamp),
  checkedAt: z.nullable(timestamp),
  checks: z.array(
    z.object({
      name: z.enum(['speaking', 'understanding', 'trunk', 'destinations']),
      ok: z.boolean(),
      message: z.string(),
      /** What to change on the workers' machine or in its settings; null if nothing is missing. */
      remedy: z.nullable(z.string()),
    }),
  ),
  /** The test call that was part of the check; null if there was none. */
  call: z.nullable(
    z.object({
      to: z.string(),
      wasAnswered: z.boolean(),
      setupMs: z.nullable(z.number()),
      /** Time from the answer to the first word. */
      latencyMs: z.nullable(z.number()),
      transcript: z.nullable(z.string()),
      confidence: z.nullable(z.number()),
      failure: z.nullable(
        z.object({ code: z.string(), message: z.string(), hint: z.nullable(z.string()) }),
      ),
    }),
  ),
});

export type DeviceHealth = z.output<typeof deviceHealthSchema>;

export const getDeviceHealth = endpoint({
  method: 'GET',
  path: `${base}/{deviceId}/health`,
  summary: 'Get the result of the last check of a virtual device',
  access: { organization: 'devices.read' },
  response: deviceHealthSchema,
});

export const checkDeviceHealth = endpoint({
  method: 'POST',
  path: `${base}/{deviceId}/health`,
  summary: 'Check if a virtual device can place calls; with `to`, by a test call',
  access: { organization: 'devices.write' },
  body: z.object({ to: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))) }),
  response: deviceHealthSchema,
  status: 202,
  errors: ['subscription_inactive', 'quota_reached'],
  limitPerMinute: 30,
});

const expectedTimes = {
  /** Number of simultaneous conversations of the run; at most the device's limit. */
  conversations: z.number(),
  /** Null if it cannot be estimated, because a run that comes first was never timed. */
  expectedStart: z.nullable(timestamp),
  expectedEnd: z.nullable(timestamp),
};

/** Times come from the database clock. Durations are the median of a suite's last runs. */
export const deviceCalendarSchema = z.object({
  now: timestamp,
  concurrencyLimit: z.number(),
  /** Active runs, then queued runs in starting order. */
  runs: z.array(
    z.object({
      ...expectedTimes,
      runId: id,
      suiteName: z.string(),
      trigger: z.enum(['manual', 'api', 'monitor']),
      startedBy: z.nullable(z.string()),
      status: z.enum(['running', 'queued']),
      startedAt: z.nullable(timestamp),
    }),
  ),
  /** Due times of monitored suites. */
  upcoming: z.array(
    z.object({
      ...expectedTimes,
      suiteId: id,
      suiteName: z.string(),
      dueAt: timestamp,
      /** Suite names of the runs whose conversations must end first; null if the run starts on time. */
      behind: z.nullable(z.string()),
    }),
  ),
  /** True if not all entries are listed. */
  isCutShort: z.boolean(),
});

export type DeviceCalendar = z.output<typeof deviceCalendarSchema>;

export const getDeviceCalendar = endpoint({
  method: 'GET',
  path: `${base}/{deviceId}/calendar`,
  summary: 'Get active, waiting and upcoming work of a virtual device',
  access: { organization: 'devices.read' },
  query: z.object({
    hours: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(48)), 24),
  }),
  response: deviceCalendarSchema,
});

export const deviceInput = z.object({
  name,
  locale,
  concurrencyLimit: z._default(concurrencyLimit, 5),
  settings: deviceSettingsSchema,
});

export const createDevice = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a virtual device on a platform of the plan',
  access: { organization: 'devices.write' },
  body: deviceInput,
  response: deviceSchema,
  status: 201,
  errors: ['name_taken', 'quota_reached'],
  idempotent: true,
});

export const updateDevice = endpoint({
  method: 'PUT',
  path: `${base}/{deviceId}`,
  summary: 'Update a virtual device; omitted fields and the platform stay unchanged',
  access: { organization: 'devices.write' },
  body: z.object({
    locale: z.optional(locale),
    concurrencyLimit: z.optional(concurrencyLimit),
    settings: z.optional(deviceSettingsSchema),
  }),
  response: deviceSchema,
});

export const renameDevice = endpoint({
  method: 'PATCH',
  path: `${base}/{deviceId}`,
  summary: 'Rename a virtual device',
  access: { organization: 'devices.write' },
  body: z.object({ name }),
  response: deviceSchema,
  errors: ['name_taken'],
});

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: `${base}/{deviceId}`,
  summary: 'Delete an unused virtual device; with `detach`, test suites continue without a device',
  access: { organization: 'devices.write' },
  query: z.object({ detach: z._default(z.enum(['true', 'false']), 'false') }),
  response: 'nothing',
  errors: ['device_in_use'],
});
