/** State of the whole installation, for its operators (PARLEY_OPERATORS). */
import * as z from 'zod/mini';
import { meterSchema, paymentSchema } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { cursor, id, role, search, timestamp } from './fields.ts';
import { subscriptionSchema } from './organizations.ts';

const base = '/internal/v1/operations';

const count = z.number();

const processSchema = z.object({
  id,
  role: z.enum(['all', 'api', 'worker']),
  host: z.string(),
  pid: count,
  version: z.string(),
  startedAt: timestamp,
  /** Time of the last heartbeat. A process that shuts down normally is removed from the list. */
  seenAt: timestamp,
  isSilent: z.boolean(),
  /** Milliseconds by which the process's clock is ahead of the database clock. */
  clockAheadMs: count,
  /** Number of runs that are active in the process. */
  runs: count,
  conversations: count,
  loadShares: count,
});

export type ServerProcess = z.output<typeof processSchema>;

const workSchema = z.object({
  /** `runs`, `mails`, `alerts`, or the name of a job. */
  kind: z.string(),
  waiting: count,
  atWork: count,
  /** Age of the oldest due item; null if none waits. */
  oldestSeconds: z.nullable(count),
  /** Number of items that failed for good; each stays until an operator retries or deletes it. */
  dead: count,
  /** Why the last attempt at a waiting item failed, without addresses and credentials; null if none failed. */
  lastError: z.nullable(z.string()),
});

export type QueuedWork = z.output<typeof workSchema>;

const deadWorkSchema = z.object({
  id,
  kind: z.string(),
  /** Recipient or subject of the job; empty for maintenance jobs. */
  target: z.string(),
  attempts: count,
  reason: z.string(),
  /** Time of the last attempt, or the due time if there was none. */
  at: timestamp,
});

export type DeadWork = z.output<typeof deadWorkSchema>;

const healthSchema = z.object({
  version: z.string(),
  at: timestamp,
  processes: z.array(processSchema),
  work: z.array(workSchema),
  /** The newest 100. */
  deadWork: z.array(deadWorkSchema),
  /** Monitor slots that are more than 30 s overdue and have not started. */
  lateSlots: z.object({ count, oldestSeconds: count }),
  database: z.object({ kind: z.enum(['embedded', 'postgresql']), bytes: count }),
  /** The disk that holds the data folder. */
  disk: z.object({ freeBytes: count, totalBytes: count }),
});

export type OperationsHealth = z.output<typeof healthSchema>;

export const getHealth = endpoint({
  method: 'GET',
  path: base,
  summary: 'Get processes, queues, failed work, database and disk; for operators',
  access: 'session',
  errors: ['not_found'],
  response: healthSchema,
});

export const retryDeadWork = endpoint({
  method: 'POST',
  path: `${base}/dead-work/{kind}/{deadWorkId}/retry`,
  summary: 'Retry failed work; for operators',
  access: 'session',
  response: 'nothing',
});

export const deleteDeadWork = endpoint({
  method: 'DELETE',
  path: `${base}/dead-work/{kind}/{deadWorkId}`,
  summary: 'Delete failed work; for operators',
  access: 'session',
  response: 'nothing',
});

/** Null for no limit. */
const quota = z.nullable(
  z
    .int('A quota is a whole number.')
    .check(
      z.minimum(0, 'A quota cannot be negative.'),
      z.maximum(1_000_000_000, 'A quota is at most 1,000,000,000.'),
    ),
);

/** Quotas that override those of the plan. An omitted quota is that of the plan. */
const ownQuotasSchema = z.partial(
  z.object({ interactions: quota, callMinutes: quota, devices: quota, monitoredTests: quota }),
);

export type OwnQuotas = z.output<typeof ownQuotasSchema>;

/** Features that are enabled per person. Null uses the setting of the installation. */
const areasSchema = z.object({
  loadTesting: z.nullable(z.boolean()),
  exploratoryTesting: z.nullable(z.boolean()),
});

export type Areas = z.output<typeof areasSchema>;

const listedOrganizationSchema = z.object({
  id,
  name: z.string(),
  createdAt: timestamp,
  /** Addresses of the owners, at most three. */
  owners: z.array(z.string()),
  members: count,
  /** Test suites that run on a schedule. */
  monitors: count,
  subscription: subscriptionSchema,
  /** True if the organization is locked, according to the database clock. */
  isLocked: z.boolean(),
});

export type ListedOrganization = z.output<typeof listedOrganizationSchema>;

/** Maximum number of entries in an organization's allowlist of private addresses. */
export const egressEntriesMax = 100;

const egressAllowSchema = z.nullable(
  z
    .array(z.string().check(z.trim(), z.maxLength(300)))
    .check(
      z.maxLength(egressEntriesMax, `An organization has at most ${egressEntriesMax} addresses.`),
    ),
);

const operatedOrganizationSchema = z.extend(listedOrganizationSchema, {
  egress: z.object({
    /** Entries such as `host:port` or `CIDR:port`. Null allows everything that the installation allows. */
    allow: z.nullable(z.array(z.string())),
    /** Value of PARLEY_EGRESS_ALLOW. No organization can reach more than that. */
    installation: z.array(z.string()),
  }),
  quotas: ownQuotasSchema,
  /** Usage, with the effective quota and the quota of the plan. */
  meters: z.array(
    z.extend(z.pick(meterSchema, { kind: true, used: true, quota: true }), {
      planQuota: z.nullable(z.number()),
    }),
  ),
  /** Null if plans are not paid by card. */
  payment: z.nullable(paymentSchema),
  /** At most 1,000, sorted by email address. */
  people: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      role,
      areas: areasSchema,
      /** Default that the installation's settings give this person. */
      areasBySetting: z.object({ loadTesting: z.boolean(), exploratoryTesting: z.boolean() }),
    }),
  ),
});

export type OperatedOrganization = z.output<typeof operatedOrganizationSchema>;

export const listAllOrganizations = endpoint({
  method: 'GET',
  path: `${base}/organizations`,
  summary: "List organizations, searched by name, id or a member's address; for operators",
  access: 'session',
  errors: ['not_found'],
  query: z.object({
    search: z.optional(search),
    cursor: z.optional(cursor),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({
    items: z.array(listedOrganizationSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const getAnyOrganization = endpoint({
  method: 'GET',
  path: `${base}/organizations/{organizationId}`,
  summary: 'Get plan, limits, usage and members of an organization; for operators',
  access: 'session',
  response: operatedOrganizationSchema,
});

/** The statuses `trialEnded` and `disabled` lock the organization, and so does an end date in the past. */
export const setSubscription = endpoint({
  method: 'PUT',
  path: `${base}/organizations/{organizationId}/subscription`,
  summary: 'Set plan, status, end and quotas of an organization; for operators',
  access: 'session',
  body: z.object({
    status: subscriptionSchema.shape.status,
    planId: z.nullable(
      z
        .string()
        .check(
          z.regex(
            /^[a-z0-9][a-z0-9-]{0,59}$/,
            'A plan ID has lowercase letters, digits and hyphens.',
          ),
        ),
    ),
    endDate: z.nullable(timestamp),
    quotas: ownQuotasSchema,
    /** Must be true if the change would lock an open organization. */
    mayLock: z.optional(z.boolean()),
  }),
  response: operatedOrganizationSchema,
  errors: ['conflict'],
});

/** PARLEY_EGRESS_ALLOW limits every organization, whatever this allowlist contains. */
export const setEgress = endpoint({
  method: 'PUT',
  path: `${base}/organizations/{organizationId}/egress`,
  summary: 'Set the private addresses that an organization may reach; for operators',
  access: 'session',
  body: z.object({ allow: egressAllowSchema }),
  response: operatedOrganizationSchema,
});

export const setAreas = endpoint({
  method: 'PUT',
  path: `${base}/organizations/{organizationId}/members/{memberId}/areas`,
  summary: 'Turn load testing and exploratory testing on or off for a person; for operators',
  access: 'session',
  body: areasSchema,
  response: operatedOrganizationSchema,
});
