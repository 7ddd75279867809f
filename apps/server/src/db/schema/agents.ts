import type { SQL } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { nameOrder, withoutCase } from '../name-order.ts';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';

/** Agents of projects, which suites name as what they test. */
export const agents = pgTable(
  'agents',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Name in the text. */
    name: text('name').notNull(),
    /** Name in lower case, for sorting. */
    searchName: text('search_name')
      .notNull()
      .generatedAlwaysAs((): SQL => withoutCase(agents.name)),
    source: text('source').notNull(),
    /** Increases with each change. A change refers to the version on which it is based. */
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    modifiedAt: timestamp('modified_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('agents_name').on(table.projectId, table.searchName),
    index('agents_organization').on(table.organizationId, nameOrder(table.searchName), table.id),
  ],
);
