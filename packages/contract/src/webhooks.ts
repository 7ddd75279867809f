/** Webhooks: addresses that receive signed messages about an organization's events, and their delivery log. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursor, id, name, text, timestamp } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/webhooks';

/** Events that a webhook can subscribe to. The meaning of a name never changes. */
export const webhookEvents = [
  'run.finished',
  'gate.finished',
  'incident.opened',
  'incident.reopened',
  'incident.acknowledged',
  'incident.resolved',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Maximum number of webhooks per organization. */
export const webhooksMax = 20;

/** Maximum time for which messages are also signed with the previous secret, in hours. */
export const secretOverlapHoursMax = 168;

const events = z
  .array(z.enum(webhookEvents))
  .check(z.minLength(1, 'Choose an event.'), z.maxLength(webhookEvents.length));

const url = text(2000);

export const webhookInput = z.object({
  name,
  url,
  events,
  isEnabled: z._default(z.boolean(), true),
});

export const webhookChange = z.object({
  name: z.optional(name),
  /** A new address. It is never returned. */
  url: z.optional(url),
  events: z.optional(events),
  /** True also re-enables a webhook that Parley disabled after days of failures. */
  isEnabled: z.optional(z.boolean()),
});

export const webhookSchema = z.object({
  id,
  name: z.string(),
  /** Host of the address. The rest can be a secret. */
  urlShown: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isEnabled: z.boolean(),
  /** When Parley disabled the webhook because every delivery had failed for days or it answered 410; null otherwise. */
  disabledAt: z.nullable(timestamp),
  /** Since when every delivery has failed; null if the last one succeeded. */
  failingSince: z.nullable(timestamp),
  /** Until when messages are also signed with the previous secret; null if there is only one secret. */
  formerSecretUntil: z.nullable(timestamp),
  createdAt: timestamp,
});

export type Webhook = z.output<typeof webhookSchema>;

export const webhookDeliverySchema = z.object({
  id,
  webhookId: id,
  /** The `webhook-id` header: the same for all attempts and replays of a message. */
  messageId: z.string(),
  /** The event, or `webhook.test`. */
  type: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  createdAt: timestamp,
  deliveredAt: z.nullable(timestamp),
  /** Time of the next attempt; null if there is none. */
  nextAttemptAt: z.nullable(timestamp),
  /** HTTP status of the last response; null if there was none. */
  answerStatus: z.nullable(z.number()),
  /** Start of the last response body, without secrets; null if there was none. */
  answer: z.nullable(z.string()),
  /** Time until the last response began. */
  latencyMs: z.nullable(z.number()),
  /** Why the last attempt failed; null if it succeeded. */
  error: z.nullable(z.string()),
});

export type WebhookDelivery = z.output<typeof webhookDeliverySchema>;

/** A webhook with its secret. No other response contains the secret. */
export const webhookWithSecret = z.object({ webhook: webhookSchema, signingSecret: z.string() });

export const rotateSecretInput = z.object({
  /** Hours for which messages are also signed with the previous secret. 0 stops using it immediately. */
  overlapHours: z._default(z.int().check(z.minimum(0), z.maximum(secretOverlapHoursMax)), 24),
});

export const deliveriesQuery = z.object({
  cursor: z.optional(cursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});

export const deliveriesPage = z.object({
  items: z.array(webhookDeliverySchema),
  nextCursor: z.nullable(z.string()),
});

export const listWebhooks = endpoint({
  method: 'GET',
  path: base,
  summary: 'List the webhooks of an organization by name',
  access: { organization: 'webhooks.manage' },
  response: z.array(webhookSchema),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a webhook; only this response shows its signing secret',
  access: { organization: 'webhooks.manage' },
  body: webhookInput,
  response: webhookWithSecret,
  status: 201,
  errors: ['limit_reached', 'target_refused'],
  idempotent: true,
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: `${base}/{webhookId}`,
  summary: 'Change a webhook; omitted fields stay unchanged',
  access: { organization: 'webhooks.manage' },
  body: webhookChange,
  response: webhookSchema,
  errors: ['target_refused'],
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: `${base}/{webhookId}`,
  summary: 'Delete a webhook with its log',
  access: { organization: 'webhooks.manage' },
  response: 'nothing',
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: `${base}/{webhookId}/secret`,
  summary: 'Replace the signing secret of a webhook; the one before stays valid for a while',
  access: { organization: 'webhooks.manage' },
  body: rotateSecretInput,
  response: webhookWithSecret,
  idempotent: true,
});

export const testWebhook = endpoint({
  method: 'POST',
  path: `${base}/{webhookId}/test`,
  summary: 'Send a test message to a webhook now and return the result',
  access: { organization: 'webhooks.manage' },
  response: webhookDeliverySchema,
  limitPerMinute: 20,
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: `${base}/{webhookId}/deliveries`,
  summary: 'List the deliveries of a webhook in the last 30 days, newest first',
  access: { organization: 'webhooks.manage' },
  query: deliveriesQuery,
  response: deliveriesPage,
});

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: `${base}/{webhookId}/deliveries/{deliveryId}/replay`,
  summary: 'Send a message of a webhook again, with the same id and body',
  access: { organization: 'webhooks.manage' },
  response: webhookDeliverySchema,
  status: 202,
  errors: ['conflict'],
  limitPerMinute: 60,
});
