import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Processes of this installation. Each sends a heartbeat every few seconds and deletes its row when it stops. */
export const serverProcesses = pgTable('server_processes', {
  id: text('id').primaryKey(),
  role: text('role', { enum: ['all', 'api', 'worker'] }).notNull(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  version: text('version').notNull(),
  /**
   * Equipment that a worker lacks for runs, see Equipment of the engine; null before its first
   * check.
   */
  lacks: text('lacks').array(),
  /** Time on the clock of the process. */
  clockAt: timestamp('clock_at', { withTimezone: true }).notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  /** Time of the last heartbeat, by the clock of the database. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
});
