import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Last result of each clean-up: how many rows are left, and since when it is behind. */
export const cleanUps = pgTable('clean_ups', {
  kind: text('kind').primaryKey(),
  endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
  /** Lower bound of the rows that are left; 0 if they could not be counted. */
  left: integer('left').notNull(),
  /** End of the first round that left rows; null after a round that left none. */
  behindSince: timestamp('behind_since', { withTimezone: true }),
});
