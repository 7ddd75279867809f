import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The time until which the reserved requests of workers use up each budget; see
 * platform/egress/host-paces.ts.
 */
export const hostPaces = pgTable('host_paces', {
  /** A host, an address, or a host with the organization whose own it is. */
  key: text('key').primaryKey(),
  freeAt: timestamp('free_at', { withTimezone: true }).notNull(),
});
