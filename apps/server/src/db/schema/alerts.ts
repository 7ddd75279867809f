import {
  type AlertFailureClass,
  type IncidentChange,
  type IncidentEvidence,
  muteScopes,
  stopReasons,
} from '@parley/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { memberships, organizations } from './organizations.ts';
import { suites } from './suites.ts';
import { users } from './users.ts';

/** Alert channels with their destination and the failures that they report. */
export const alertChannels = pgTable(
  'alert_channels',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['email', 'webhook', 'slack', 'teams', 'pagerduty'] }).notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    classes: jsonb('classes').$type<AlertFailureClass[]>().notNull(),
    afterMinutes: integer('after_minutes').notNull(),
    remindEveryMinutes: integer('remind_every_minutes'),
    /** Addresses, keys and the signing secret as encrypted JSON. */
    sealedTarget: text('sealed_target').notNull(),
    targetShown: text('target_shown').notNull(),
    /** True if recipients outside the organization have to confirm first; false for channels from before this rule. */
    asksRecipients: boolean('asks_recipients').notNull().default(false),
    /** The user who added the channel or last changed its destination; null for older channels and deleted accounts. */
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('alert_channels_organization').on(table.organizationId),
    index('alert_channels_created_by')
      .on(table.createdBy)
      .where(sql`${table.createdBy} is not null`),
  ],
);

/** Entry in the history of an incident. People are stored by id, so that their names disappear with their accounts. */
export interface IncidentEntry {
  at: string;
  change: IncidentChange;
  by?: string;
  assigneeId?: string;
  until?: string;
  runId?: string | null;
}

/**
 * Incidents: a suite that breaks its monitor's rule, from the slot that broke the rule to the one that met it again, or an
 * organization whose monitors cannot run, from the time when this was noticed.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null after the suite was deleted. Everyone who was notified of the alert is still notified of its end. */
    suiteId: text('suite_id').references(() => suites.id, { onDelete: 'set null' }),
    suiteName: text('suite_name').notNull(),
    /** Why monitors cannot run; null for a failing suite. */
    stopReason: text('stop_reason', { enum: stopReasons }),
    /** Failure classes of all failed slots. */
    classes: jsonb('classes').$type<AlertFailureClass[]>().notNull(),
    runId: text('run_id'),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
    /** When the run that opened the alert was due, and the earliest slot that the run also covers. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    standsSince: timestamp('stands_since', { withTimezone: true }),
    /** Due time of the first failed slot. */
    failingSince: timestamp('failing_since', { withTimezone: true }),
    /** Known causes in order of appearance; see failure-signature.ts. */
    signatures: jsonb('signatures').$type<string[]>().notNull().default([]),
    evidence: jsonb('evidence').$type<IncidentEvidence>(),
    /** When a new kind of failure reopened it after it was acknowledged. */
    reopenedAt: timestamp('reopened_at', { withTimezone: true }),
    acknowledgedAt: timestamp('acknowledged_at', { withTimezone: true }),
    acknowledgedBy: text('acknowledged_by').references(() => users.id, { onDelete: 'set null' }),
    /** Id of a member; null once the member has left the organization. */
    assigneeId: text('assignee_id'),
    snoozedUntil: timestamp('snoozed_until', { withTimezone: true }),
    muteScope: text('mute_scope', { enum: muteScopes }),
    timeline: jsonb('timeline').$type<IncidentEntry[]>().notNull().default([]),
  },
  (table) => [
    // The migration sets only the assignee to null, not the organization.
    foreignKey({
      name: 'alerts_assignee',
      columns: [table.organizationId, table.assigneeId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('set null'),
    index('alerts_assignee')
      .on(table.organizationId, table.assigneeId)
      .where(sql`${table.assigneeId} is not null`),
    index('alerts_acknowledged_by')
      .on(table.acknowledgedBy)
      .where(sql`${table.acknowledgedBy} is not null`),
    uniqueIndex('alerts_open').on(table.suiteId).where(sql`${table.resolvedAt} is null`),
    index('alerts_newest').on(table.organizationId, table.openedAt, table.id),
    // For deletions of suites, as in runs.
    index('alerts_suite').on(table.suiteId),
    index('alerts_resolved').on(table.resolvedAt).where(sql`${table.resolvedAt} is not null`),
  ],
);

/** Notifications of a channel, written together with their cause and sent afterwards. */
export const alertDeliveries = pgTable(
  'alert_deliveries',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    channelId: text('channel_id')
      .notNull()
      .references(() => alertChannels.id, { onDelete: 'cascade' }),
    /** Null for a test delivery. */
    alertId: text('alert_id').references(() => alerts.id, { onDelete: 'cascade' }),
    kind: text('kind', {
      enum: ['opened', 'escalated', 'reopened', 'reminder', 'resolved', 'test'],
    }).notNull(),
    /** `dropped` means failed and hidden by an operator. */
    status: text('status', { enum: ['waiting', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    lastError: text('last_error'),
  },
  (table) => [
    index('alert_deliveries_due').on(table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index('alert_deliveries_channel').on(table.channelId, table.createdAt, table.id),
    index('alert_deliveries_alert').on(table.alertId, table.channelId),
    index('alert_deliveries_organization').on(table.organizationId),
    index('alert_deliveries_age').on(table.createdAt),
  ],
);

/** Consent of addresses outside the organization to receive alerts. */
export const alertRecipients = pgTable(
  'alert_recipients',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Hash of the address; the channel contains the address itself in encrypted form. */
    recipient: text('recipient').notNull(),
    status: text('status', { enum: ['asked', 'confirmed', 'declined'] }).notNull(),
    /** Number of emails that asked for consent. */
    asks: integer('asks').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.recipient] })],
);

/** Number of sent alerts per day and recipient, so that no channel floods a mailbox. */
export const alertCounts = pgTable(
  'alert_counts',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Day in UTC. */
    day: date('day').notNull(),
    medium: text('medium', { enum: ['mail', 'post'] }).notNull(),
    isTest: boolean('is_test').notNull(),
    /** Hash of the mailbox or address; empty for the total of the organization. */
    recipient: text('recipient').notNull(),
    sent: integer('sent').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.day, table.medium, table.isTest, table.recipient],
    }),
    index('alert_counts_day').on(table.day),
  ],
);
