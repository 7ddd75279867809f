import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Which mails go to an address; without a row the defaults hold. By address and not by account, since
 * alerts also go to people who have none, and who unsubscribes is not to be asked again.
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
  /** Runs that ended before were not asked about. */
  runsSince: timestamp('runs_since', { withTimezone: true }).notNull().defaultNow(),
});
