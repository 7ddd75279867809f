import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Processes of this installation. Each sends a heartbeat every five seconds and deletes its row when it stops. */
export const serverProcesses = pgTable('server_processes', {
  id: text('id').primaryKey(),
  role: text('role', { enum: ['all', 'api', 'worker'] }).notNull(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  version: text('version').notNull(),
  /** Equipment for runs that the worker lacks, see Equipment in the engine; null before its first check. */
  lacks: text('lacks').array(),
  /** Time on the clock of the process at its last heartbeat. */
  clockAt: timestamp('clock_at', { withTimezone: true }).notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  /** Time of the last heartbeat by the database's clock. */
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull().defaultNow(),
});
