import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { suites } from './suites.ts';
import { users } from './users.ts';

/** A test that may fail for a while without failing its run. */
export const quarantines = pgTable(
  'quarantines',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    suiteId: text('suite_id')
      .notNull()
      .references(() => suites.id, { onDelete: 'cascade' }),
    testName: text('test_name').notNull(),
    reason: text('reason').notNull(),
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Time from which the test counts again. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** When the quarantine was ended or replaced; null until then, even after it has expired. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('quarantines_open')
      .on(table.suiteId, table.testName)
      .where(sql`${table.endedAt} is null`),
  ],
);
