import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Until when the requests that workers have set aside take up each budget; see platform/egress/host-paces.ts. */
export const hostPaces = pgTable('host_paces', {
  /** A host, an address, or a host with the organization whose own it is. */
  key: text('key').primaryKey(),
  freeAt: timestamp('free_at', { withTimezone: true }).notNull(),
});
