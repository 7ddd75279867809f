import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';

/** Stripe customers with the last known state of their subscription. */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    customerId: text('customer_id').primaryKey(),
    /** Null after the organization was deleted. The row stays, because the subscription still has to be cancelled. */
    organizationId: text('organization_id')
      .unique()
      .references(() => organizations.id, { onDelete: 'set null' }),
    subscriptionId: text('subscription_id'),
    state: text('state', { enum: ['none', 'paid', 'past-due', 'ended'] })
      .notNull()
      .default('none'),
    planId: text('plan_id'),
    renewsAt: timestamp('renews_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    /** Increases with each stored response from Stripe, so that an older one never replaces a newer one. */
    version: integer('version').notNull().default(0),
    syncedAt: timestamp('synced_at', { withTimezone: true }),
  },
  (table) => [index('billing_accounts_synced').on(table.syncedAt)],
);
