import type { WebhookEvent } from '@parley/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** Addresses of an organization that receive signed messages when something happens. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Address and signing secrets as encrypted JSON. */
    sealedTarget: text('sealed_target').notNull(),
    urlShown: text('url_shown').notNull(),
    events: jsonb('events').$type<WebhookEvent[]>().notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    /** When it was turned off because it had failed for too long; null otherwise. */
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    /** When the first attempt since the last success failed; null if none did. */
    failingSince: timestamp('failing_since', { withTimezone: true }),
    /** Time until which messages are also signed with the previous secret. */
    formerSecretUntil: timestamp('former_secret_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('webhooks_organization').on(table.organizationId)],
);

/** Messages of webhooks, written with their cause, sent afterwards, and kept as a log. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Replays have the same message id. */
    messageId: text('message_id').notNull(),
    isReplay: boolean('is_replay').notNull().default(false),
    type: text('type').notNull(),
    /** JSON text, exactly as it is sent. */
    body: text('body').notNull(),
    status: text('status', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    answerStatus: integer('answer_status'),
    answer: text('answer'),
    latencyMs: integer('latency_ms'),
    lastError: text('last_error'),
  },
  (table) => [
    // An event that is consumed twice results in one message.
    uniqueIndex('webhook_deliveries_message')
      .on(table.webhookId, table.messageId)
      .where(sql`not ${table.isReplay}`),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index('webhook_deliveries_newest').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_organization').on(table.organizationId),
    index('webhook_deliveries_age').on(table.createdAt),
  ],
);
