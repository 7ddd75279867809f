import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { suites } from './suites.ts';

/**
 * The times at which a monitored suite was due, one row each: whoever writes the row starts the run.
 * However many workers look at the clock, a slot is used once.
 */
export const monitorSlots = pgTable(
  'monitor_slots',
  {
    suiteId: text('suite_id')
      .notNull()
      .references(() => suites.id, { onDelete: 'cascade' }),
    /** By the clock of the database. */
    slot: timestamp('slot', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.suiteId, table.slot] }),
    index('monitor_slots_slot').on(table.slot),
  ],
);
