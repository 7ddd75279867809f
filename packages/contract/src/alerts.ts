/** Alerts: who is notified when a monitored suite fails, through which channel, and the delivery log. */
import * as z from 'zod/mini';
import { failureClassNames } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { id, mailableEmail, name, text, timestamp } from './fields.ts';
import { stopReasons } from './monitoring.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';
const channels = `${organization}/alert-channels`;

export const channelKinds = ['email', 'webhook', 'slack', 'teams', 'pagerduty'] as const;

/** Failure classes, with the names that the engine uses. */
export const failureClasses = failureClassNames;

export type AlertFailureClass = (typeof failureClasses)[number];

const address = text(2000);

/** The destination of an alert. Addresses and keys are stored encrypted and never returned. */
const target = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('email'),
    recipients: z
      .array(mailableEmail)
      .check(z.minLength(1, 'Name a recipient.'), z.maxLength(20, 'At most 20 recipients.')),
  }),
  z.object({ kind: z.literal('webhook'), url: address }),
  z.object({ kind: z.literal('slack'), url: address }),
  z.object({ kind: z.literal('teams'), url: address }),
  z.object({
    kind: z.literal('pagerduty'),
    routingKey: z
      .string()
      .check(z.regex(/^[0-9a-zA-Z]{32}$/, 'An integration key has 32 letters and digits.')),
    /**
     * Address of another PagerDuty service region. If absent, an existing channel keeps its region, and a new one uses
     * events.pagerduty.com.
     */
    url: z.optional(address),
  }),
]);

export type AlertTarget = z.output<typeof target>;

const route = {
  name,
  isEnabled: z.boolean(),
  /** Notify only about failures of these classes. Empty means all classes. */
  classes: z.array(z.enum(failureClasses)).check(z.maxLength(failureClasses.length)),
  /** Minutes that an alert must stay open before this channel is notified (escalation). 0 notifies immediately. */
  afterMinutes: z.int().check(z.minimum(0), z.maximum(1440)),
  /** Interval of reminders while the alert stays open; null for none. */
  remindEveryMinutes: z.nullable(z.int().check(z.minimum(15), z.maximum(10_080))),
};

const delivery = z.object({
  id,
  channelId: id,
  alertId: z.nullable(id),
  suiteName: z.nullable(z.string()),
  kind: z.enum(['opened', 'escalated', 'reopened', 'reminder', 'resolved', 'test']),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  createdAt: timestamp,
  sentAt: z.nullable(timestamp),
  /** Time of the next attempt; null if there is none. */
  nextAttemptAt: z.nullable(timestamp),
  /** Why the delivery failed, was held back, or did not reach all recipients; null if there is no problem. */
  error: z.nullable(z.string()),
});

export type AlertDelivery = z.output<typeof delivery>;

export const alertChannelSchema = z.object({
  id,
  ...route,
  kind: z.enum(channelKinds),
  /** The recipients, or only the host of a URL, because the rest can be a secret. */
  targetShown: z.string(),
  /** Recipients outside the organization who have not confirmed yet. They get no alerts until they do. */
  waiting: z.array(z.string()),
  /** Recipients who declined alerts from the organization. */
  declined: z.array(z.string()),
  lastDelivery: z.nullable(delivery),
  /** The person who added the channel or last changed its destination; null if unknown. */
  createdBy: z.nullable(z.object({ id: z.nullable(id), name: z.string(), isMember: z.boolean() })),
});

export type AlertChannel = z.output<typeof alertChannelSchema>;

export const alertChannelsMax = 50;

export const listAlertChannels = endpoint({
  method: 'GET',
  path: channels,
  summary: 'List alert channels by name',
  access: { organization: 'organization.read' },
  response: z.array(alertChannelSchema),
});

export const createAlertChannel = endpoint({
  method: 'POST',
  path: channels,
  summary: "Create an alert channel; the response shows a webhook's signing secret only once",
  access: { organization: 'alerts.manage' },
  body: z.object({ ...route, target }),
  response: z.object({ channel: alertChannelSchema, signingSecret: z.nullable(z.string()) }),
  status: 201,
  errors: ['conflict', 'target_refused'],
  changes: 'monitoring',
  idempotent: true,
});

export const updateAlertChannel = endpoint({
  method: 'PUT',
  path: `${channels}/{alertChannelId}`,
  summary: 'Update an alert channel; without `target`, its destination stays the same',
  access: { organization: 'alerts.manage' },
  body: z.object({ ...route, target: z.optional(target) }),
  response: alertChannelSchema,
  errors: ['target_refused'],
  changes: 'monitoring',
});

export const deleteAlertChannel = endpoint({
  method: 'DELETE',
  path: `${channels}/{alertChannelId}`,
  summary: 'Delete an alert channel with its log',
  access: { organization: 'alerts.manage' },
  response: 'nothing',
  changes: 'monitoring',
});

export const askAlertRecipients = endpoint({
  method: 'POST',
  path: `${channels}/{alertChannelId}/confirmations`,
  summary: 'Remind recipients who have not confirmed, at most once a day and three times in total',
  access: { organization: 'alerts.manage' },
  response: alertChannelSchema,
  errors: ['limit_reached'],
});

const recipientToken = z.string().check(z.minLength(1), z.maxLength(1024));
const recipientAnswer = z.enum(['confirmed', 'declined']);

export const readAlertRecipient = endpoint({
  method: 'GET',
  path: '/internal/v1/alert-recipients',
  summary:
    'Get the organization and the recipient of a request to send alerts, using the link in its email',
  access: 'public',
  query: z.object({ token: recipientToken }),
  response: z.object({
    email: z.string(),
    organization: z.string(),
    answer: z.nullable(recipientAnswer),
  }),
  errors: ['invalid_token'],
  limitPerMinute: 60,
});

export const answerAlertRecipient = endpoint({
  method: 'POST',
  path: '/internal/v1/alert-recipients',
  summary: 'Accept or decline alerts of an organization, using the link in its email',
  access: 'public',
  body: z.object({ token: recipientToken, answer: recipientAnswer }),
  response: 'nothing',
  errors: ['invalid_token'],
  limitPerMinute: 60,
});

export const testAlertChannel = endpoint({
  method: 'POST',
  path: `${channels}/{alertChannelId}/test`,
  summary: 'Send a test alert now and return the result',
  access: { organization: 'alerts.manage' },
  response: delivery,
  limitPerMinute: 20,
});

export const listAlertDeliveries = endpoint({
  method: 'GET',
  path: `${channels}/{alertChannelId}/deliveries`,
  summary: 'List the last 100 deliveries of a channel, newest first',
  access: { organization: 'organization.read' },
  response: z.array(delivery),
});

export const alertSchema = z.object({
  id,
  /** Null if the suite was deleted, and for an alert about stopped monitors. */
  suiteId: z.nullable(id),
  /** Name of the suite, or “Monitoring of” and the name of the organization for stopped monitors. */
  suiteName: z.string(),
  /** Why the organization's monitors do not run; null for a failing suite. */
  stopReason: z.nullable(z.enum(stopReasons)),
  classes: z.array(z.enum(failureClasses)),
  openedAt: timestamp,
  resolvedAt: z.nullable(timestamp),
  /** The run that opened the alert; null if no run could start. */
  runId: z.nullable(id),
});

export type MonitorAlert = z.output<typeof alertSchema>;

export const listAlerts = endpoint({
  method: 'GET',
  path: `${organization}/alerts`,
  summary: 'List the last 100 alerts, open ones first',
  access: { organization: 'organization.read' },
  response: z.array(alertSchema),
});
