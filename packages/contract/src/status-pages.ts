/** The status page of an organization: the state of its monitors, visible without an account. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, name, timestamp } from './fields.ts';

const path = '/internal/v1/users/{userId}/organizations/{orgId}/status-page';

/** Maximum number of test suites on a page. */
export const statusSuitesMax = 50;

/** Number of days that a page covers. */
export const statusDays = 90;

export const statusPageSettingsSchema = z.object({
  /** Last segment of the page's URL. */
  slug: z
    .string()
    .check(
      z.regex(
        /^[a-z0-9]([a-z0-9-]{1,46})[a-z0-9]$/,
        'An address has 3 to 48 lowercase letters, digits and hyphens.',
      ),
    ),
  title: name,
  /** True if anyone can open the page. Otherwise it returns 404. */
  isPublic: z.boolean(),
  /** True if search engines can list the page. */
  isListed: z.boolean(),
  suites: z
    .array(
      z.object({
        suiteId: id,
        /** Name on the page. */
        label: name,
      }),
    )
    .check(z.maxLength(statusSuitesMax, `A page shows at most ${statusSuitesMax} test suites.`)),
});

export type StatusPageSettings = z.output<typeof statusPageSettingsSchema>;

export const statusPageSchema = z.object({
  title: z.string(),
  isListed: z.boolean(),
  readAt: timestamp,
  suites: z.array(
    z.object({
      label: z.string(),
      /**
       * `up`: no alert is open. `down`: an alert is open. `paused`: nothing is scheduled at the moment. `unknown`: nothing
       * ran when it was last due, or ever. `stopped`: the monitor is not allowed to run at the moment.
       */
      state: z.enum(['up', 'down', 'paused', 'unknown', 'stopped']),
      /** When the monitor stopped; null if it is not stopped, and until a worker notices. */
      stoppedSince: z.nullable(timestamp),
      /** Pass rate over all days; null without runs. */
      passedShare: z.nullable(z.number()),
      /** Oldest first; the last is today. */
      days: z.array(
        z.object({ day: z.iso.date(), state: z.enum(['passed', 'partly', 'failed', 'none']) }),
      ),
    }),
  ),
  /** Open ones first, regardless of their age, then the newest of the displayed days; at most 50. */
  incidents: z.array(
    z.object({ label: z.string(), openedAt: timestamp, resolvedAt: z.nullable(timestamp) }),
  ),
});

export type StatusPage = z.output<typeof statusPageSchema>;

export const getStatusPage = endpoint({
  method: 'GET',
  path,
  summary: 'Get the status page with its settings and preview; null if there is none',
  access: { organization: 'suites.read' },
  response: z.nullable(
    z.object({ settings: statusPageSettingsSchema, url: z.string(), page: statusPageSchema }),
  ),
});

export const saveStatusPage = endpoint({
  method: 'PUT',
  path,
  summary: 'Create or update the status page',
  access: { organization: 'organization.manage' },
  body: statusPageSettingsSchema,
  response: z.object({ settings: statusPageSettingsSchema, url: z.string() }),
  errors: ['name_taken'],
  changes: 'monitoring',
});

export const readStatusPage = endpoint({
  method: 'GET',
  path: '/internal/v1/status-pages/{slug}',
  summary: 'Get a public status page by its address',
  access: 'public',
  response: statusPageSchema,
});
