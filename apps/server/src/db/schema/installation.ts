import { pgTable, smallint, text } from 'drizzle-orm/pg-core';

/** Shared state of all processes on this database. One row, written by the first start. */
export const installation = pgTable('installation', {
  id: smallint('id').primaryKey().default(1),
  /** Verifies the secret of the installation; see `checkOfSecret`. */
  secretCheck: text('secret_check').notNull(),
});
