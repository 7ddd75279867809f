import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Mail preferences of an address; without a row, the defaults apply. They are per address and not
 * per account, because alerts also go to people without one, and an unsubscribed address must not
 * be asked again.
 */
export const mailPreferences = pgTable('mail_preferences', {
  /** Canonical. */
  email: text('email').primaryKey(),
  alerts: boolean('alerts').notNull().default(true),
  usage: boolean('usage').notNull().default(true),
  /** Results of the runs that the person started. */
  runs: text('runs', { enum: ['never', 'failed', 'always'] })
    .notNull()
    .default('never'),
  /** Only runs that end after this time are mailed. */
  runsSince: timestamp('runs_since', { withTimezone: true }).notNull().defaultNow(),
});
