import type { SQL } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { nameOrder, withoutCase } from '../name-order.ts';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';

/** A stored secret, encrypted for its environment and name, and never shown again. */
export interface SealedSecret {
  sealed: string;
  /** When it was last set (ISO 8601). */
  setAt: string;
}

/** Environments of projects: named values that a run can use. */
export const environments = pgTable(
  'environments',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Name in lower case, for sorting and searching. */
    searchName: text('search_name')
      .notNull()
      .generatedAlwaysAs((): SQL => withoutCase(environments.name)),
    variables: jsonb('variables').$type<Record<string, string>>().notNull(),
    secrets: jsonb('secrets').$type<Record<string, SealedSecret>>().notNull(),
    /** Increases with each change. A run stores the version that it used. */
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    modifiedAt: timestamp('modified_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('environments_name').on(table.projectId, table.searchName),
    index('environments_organization').on(
      table.organizationId,
      nameOrder(table.searchName),
      table.id,
    ),
  ],
);
