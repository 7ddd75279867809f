import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Request budgets of hosts: each row holds the time until which the reserved requests of workers use the budget up; see
 * platform/egress/host-paces.ts.
 */
export const hostPaces = pgTable('host_paces', {
  /** A host, an address, or a host together with the organization that proved control of it. */
  key: text('key').primaryKey(),
  freeAt: timestamp('free_at', { withTimezone: true }).notNull(),
});
