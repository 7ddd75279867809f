import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Last result of each clean-up: what is left, and since when it is behind. */
export const cleanUps = pgTable('clean_ups', {
  kind: text('kind').primaryKey(),
  endedAt: timestamp('ended_at', { withTimezone: true }).notNull(),
  /** At least so many rows are left; 0 where they could not be counted. */
  left: integer('left').notNull(),
  /** When the first round ended that left something; null once a round left nothing. */
  behindSince: timestamp('behind_since', { withTimezone: true }),
});
