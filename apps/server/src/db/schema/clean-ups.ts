import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Last result of each clean-up: what is left, and since when it is behind. */
export const cleanUps = pgTable('clean_ups', {
  kind: text('kind').primaryKey(),
  endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
  /** Lower bound of rows left; 0 if they could not be counted. */
  left: integer('left').notNull(),
  /** End of the first round that left rows; null once a round leaves none. */
  behindSince: timestamp('behind_since', { withTimezone: true }),
});
