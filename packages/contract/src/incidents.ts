/** Incidents: a monitored suite that fails, the person who is working on it, and what has happened since. */
import * as z from 'zod/mini';
import { alertSchema } from './alerts.ts';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { monitorSchema } from './monitoring.ts';
import { runPoint } from './runs.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

/** Scope of a snooze: known failures, or all failures of the monitor. */
export const muteScopes = ['known', 'monitor'] as const;

export type MuteScope = (typeof muteScopes)[number];

export const incidentChanges = [
  'opened',
  'failed-anew',
  'reopened',
  'acknowledged',
  'acknowledgement-withdrawn',
  'assigned',
  'unassigned',
  'snoozed',
  'snooze-ended',
  'resolved',
] as const;

export type IncidentChange = (typeof incidentChanges)[number];

const person = z.object({ id, name: z.string() });

const evidence = z.object({
  /** Null if the run itself failed, not one of its tests. */
  test: z.nullable(z.string()),
  /** Number of the step, from 1; null if the test as a whole failed. */
  step: z.nullable(z.number()),
  /** The message to the bot; empty if there was none. */
  said: z.string(),
  expected: z.nullable(z.string()),
  got: z.string(),
  /** Number of other failures in the same run. */
  others: z.number(),
  /** The last earlier run in which the test passed as measured and in full; null if unknown. */
  lastGreen: z.nullable(runPoint),
});

export type IncidentEvidence = z.output<typeof evidence>;

export const incidentSchema = z.extend(alertSchema, {
  /** Identical for failures with the same cause; null until the cause is known. */
  signature: z.nullable(z.string()),
  /**
   * When the first of the failures was due. If the rule needs several failures, such as 2 of 3, this is before the incident
   * opened.
   */
  failingSince: timestamp,
  evidence: z.nullable(evidence),
  /** `by` is null if the person has left the organization. */
  acknowledged: z.nullable(z.object({ at: timestamp, by: z.nullable(person) })),
  assignee: z.nullable(person),
  snoozed: z.nullable(z.object({ until: timestamp, scope: z.enum(muteScopes) })),
  /** Oldest first. `by` is null for automatic entries, and if the person has left the organization. */
  timeline: z.array(
    z.object({
      at: timestamp,
      change: z.enum(incidentChanges),
      by: z.nullable(person),
      /** The new assignee. */
      assignee: z.nullable(person),
      /** The end of a snooze. */
      until: z.nullable(timestamp),
      /** The run that caused the change. */
      runId: z.nullable(id),
    }),
  ),
});

export type Incident = z.output<typeof incidentSchema>;

export const getMonitor = endpoint({
  method: 'GET',
  path: `${organization}/monitors/{suiteId}`,
  summary: 'Get a monitored suite with its newest incident and possible assignees',
  access: { organization: 'suites.read' },
  response: z.object({
    monitor: monitorSchema,
    incident: z.nullable(incidentSchema),
    people: z.array(person),
  }),
});

export const changeIncident = endpoint({
  method: 'PATCH',
  path: `${organization}/incidents/{incidentId}`,
  summary: 'Acknowledge, assign or snooze an open incident; omitted fields stay unchanged',
  access: { organization: 'suites.write' },
  body: z.object({
    /** True stops reminders and escalation until the suite fails in a new way. Recovery is always announced. */
    isAcknowledged: z.optional(z.boolean()),
    /** A member of the organization; null unassigns the incident. */
    assigneeId: z.optional(z.nullable(id)),
    /**
     * Until `until`, only recovery is announced. With scope `known`, a new kind of failure ends the snooze. Null ends the
     * snooze immediately.
     */
    snooze: z.optional(z.nullable(z.object({ until: timestamp, scope: z.enum(muteScopes) }))),
  }),
  response: incidentSchema,
  errors: ['conflict', 'schedule_invalid'],
  changes: 'monitoring',
});
