import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { nameOrder, withoutCase } from '../name-order.ts';
import { organizations } from './organizations.ts';

/**
 * Numbers of an organization's projects and suites, maintained so that nothing has to count them. An organization without a row
 * is empty.
 */
export const organizationTotals = pgTable('organization_totals', {
  organizationId: text('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  projects: integer('projects').notNull().default(0),
  webchatSuites: integer('webchat_suites').notNull().default(0),
  phoneSuites: integer('phone_suites').notNull().default(0),
});

export const projects = pgTable(
  'projects',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    parentProjectId: text('parent_project_id').references((): AnyPgColumn => projects.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Number of suites directly in the project, by platform, maintained so that lists do not have to count them. */
    webchatSuites: integer('webchat_suites').notNull().default(0),
    phoneSuites: integer('phone_suites').notNull().default(0),
    /** True for the example project, which is created and removed with one click. */
    isExample: boolean('is_example').notNull().default(false),
    /** Increases with each change of name or description. A change refers to the version on which it is based. */
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    modifiedAt: timestamp('modified_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => {
    const byName = [nameOrder(table.name), table.id] as const;
    const suites = sql`(${table.webchatSuites} + ${table.phoneSuites})`;
    return [
      // Names are unique within a parent, ignoring case; the empty string stands for no parent.
      uniqueIndex('projects_name').on(
        table.organizationId,
        sql`coalesce(${table.parentProjectId}, '')`,
        withoutCase(table.name),
      ),
      // One index for each order of the list, so that a page costs the same however many projects there are.
      index('projects_by_name').on(table.organizationId, ...byName),
      index('projects_by_change').on(table.organizationId, table.modifiedAt, ...byName),
      index('projects_by_suites').on(table.organizationId, suites, ...byName),
      uniqueIndex('projects_example').on(table.organizationId).where(sql`${table.isExample}`),
      index('projects_parent').on(table.parentProjectId),
      check(
        'projects_suite_counts',
        sql`${table.webchatSuites} >= 0 and ${table.phoneSuites} >= 0`,
      ),
    ];
  },
);
