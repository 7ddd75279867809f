import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Request budgets of hosts. Each row contains the time until which workers have reserved the budget; see
 * platform/egress/host-paces.ts.
 */
export const hostPaces = pgTable('host_paces', {
  /** A host, an address, or a host together with the organization that proved that it owns the host. */
  key: text('key').primaryKey(),
  freeAt: timestamp('free_at', { withTimezone: true }).notNull(),
});
