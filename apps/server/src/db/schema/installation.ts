import { pgTable, smallint, text } from 'drizzle-orm/pg-core';

/** State that all processes on this database share: one row, written at the first start. */
export const installation = pgTable('installation', {
  id: smallint('id').primaryKey().default(1),
  /** Check value of the installation's secret; see `checkOfSecret`. */
  secretCheck: text('secret_check').notNull(),
});
