import type { SuiteView } from '@parley/contract';
import {
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { memberships, organizations } from './organizations.ts';
import { users } from './users.ts';

/** Saved filters for the list of all test suites. */
export const suiteViews = pgTable(
  'suite_views',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Owner of the view, which is deleted with the owner's membership; null for a shared view. */
    ownerId: text('owner_id'),
    name: text('name').notNull(),
    filters: jsonb('filters').$type<SuiteView['filters']>().notNull(),
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('suite_views_organization').on(table.organizationId, table.ownerId),
    index('suite_views_created_by').on(table.createdBy),
    foreignKey({
      name: 'suite_views_membership',
      columns: [table.organizationId, table.ownerId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** Each member's default view in the list of suites. */
export const suiteViewDefaults = pgTable(
  'suite_view_defaults',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    viewId: text('view_id')
      .notNull()
      .references(() => suiteViews.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('suite_view_defaults_view').on(table.viewId),
    foreignKey({
      name: 'suite_view_defaults_membership',
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
  ],
);
