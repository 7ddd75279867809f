import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Email preferences of an address; without a row, the defaults apply. They belong to addresses, not accounts, because alerts
 * also go to people without an account, and an unsubscribed address must not be asked again.
 */
export const mailPreferences = pgTable('mail_preferences', {
  /** Canonical address. */
  email: text('email').primaryKey(),
  alerts: boolean('alerts').notNull().default(true),
  usage: boolean('usage').notNull().default(true),
  /** When to email results of runs that the user started. */
  runs: text('runs', { enum: ['never', 'failed', 'always'] })
    .notNull()
    .default('never'),
  /** Only runs that end after this time are reported. */
  runsSince: timestamp('runs_since', { withTimezone: true }).notNull().defaultNow(),
});
