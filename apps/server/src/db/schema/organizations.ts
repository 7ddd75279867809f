import type { MeterKind } from '@parley/contract';
import {
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './users.ts';

export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Base address of the API for this organization; null means the server of the dashboard. */
  apiUrl: text('api_url'),
  subscriptionStatus: text('subscription_status', {
    enum: ['trial', 'enabled', 'disabled', 'trialEnded'],
  }).notNull(),
  planId: text('plan_id'),
  subscriptionEndsAt: timestamp('subscription_ends_at', { withTimezone: true }),
  /** Quotas that an operator set in place of the plan's; a null quota means no limit. */
  quotas: jsonb('quotas').$type<Partial<Record<MeterKind, number | null>>>().notNull().default({}),
  /** End of the trial that was started automatically. If it differs from the subscription's end, someone changed that end. */
  automaticTrialEndsAt: timestamp('automatic_trial_ends_at', { withTimezone: true }),
  /** When a self-hosted installation paused the automatic trial and enabled the subscription instead. */
  trialPausedAt: timestamp('trial_paused_at', { withTimezone: true }),
  /** Those of the installation's private addresses that the organization may reach; null means all. */
  egressAllow: text('egress_allow').array(),
  requiresActivation: boolean('requires_activation').notNull().default(false),
  onboardingData: jsonb('onboarding_data').notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const memberships = pgTable(
  'memberships',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'admin', 'member'] }).notNull(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
    lastActiveAt: timestamp('last_active_at', { withTimezone: true }),
    /** When this was last the user's current organization. It decides what `default` means. */
    lastCurrentAt: timestamp('last_current_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_user').on(table.userId),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Address as it was typed, in lower case. */
    email: text('email').notNull(),
    role: text('role', { enum: ['admin', 'member'] }).notNull(),
    invitedBy: text('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** SHA-256 of the token in the emailed link. The token itself is not stored. */
    tokenHash: text('token_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('invitations_email').on(table.organizationId, table.email)],
);
