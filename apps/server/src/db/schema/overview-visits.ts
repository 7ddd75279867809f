import { foreignKey, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { memberships, organizations } from './organizations.ts';

/** When members last visited the overview of their organization, by the database's clock. */
export const overviewVisits = pgTable(
  'overview_visits',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** When the member last read the overview. */
    visitedAt: timestamp('visited_at', { withTimezone: true, precision: 3 }).notNull(),
    /** Time of the newest state that the member has seen. */
    shownUntil: timestamp('shown_until', { withTimezone: true, precision: 3 }).notNull(),
    /** Runs that ended after this time are new to the member; null before the second visit. */
    seenUntil: timestamp('seen_until', { withTimezone: true, precision: 3 }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    foreignKey({
      name: 'overview_visits_membership',
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
  ],
);
