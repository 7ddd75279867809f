import type { MonitoringConfig } from '@parley/contract';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { nameOrder, plainName, withoutCase } from '../name-order.ts';
import { devices } from './devices.ts';
import { organizations } from './organizations.ts';
import { projects } from './projects.ts';

export const suites = pgTable(
  'suites',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** Virtual device of the suite; null without one. */
    deviceId: text('device_id').references(() => devices.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Name in lower case, for sorting and searching. */
    searchName: text('search_name')
      .notNull()
      .generatedAlwaysAs((): SQL => withoutCase(suites.name)),
    description: text('description').notNull().default(''),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    /** The suite in the test language, from which all facts about its tests derive. */
    source: text('source').notNull(),
    /** Number of tests in `source`, stored for lists. */
    testCount: integer('test_count').notNull(),
    /** Names of the tests in `source`, in order, one per line. */
    testNames: text('test_names').notNull().default(''),
    /** `testNames` in lower case without accents, for searches. */
    searchTestNames: text('search_test_names')
      .notNull()
      .generatedAlwaysAs((): SQL => plainName(suites.testNames)),
    /** Version of the suite for which test names are stored. A job updates suites that an older release wrote. */
    testNamesVersion: integer('test_names_version').notNull().default(0),
    /** Tags of the tests in `source` without duplicates, for filters. */
    testTags: text('test_tags').array().notNull().default(sql`'{}'`),
    /** Version of the suite for which tags are stored; maintained like `testNamesVersion`. */
    testTagsVersion: integer('test_tags_version').notNull().default(0),
    /** Increases with each change. A change refers to the version on which it is based. */
    version: integer('version').notNull().default(1),
    /**
     * Version with which the example project created the suite. While it equals `version`, the suite is an unchanged example:
     * it sends no alerts and is removed with the project. Once a user edits it, it belongs to the user.
     */
    exampleVersion: integer('example_version'),
    isMonitoring: boolean('is_monitoring').notNull().default(false),
    monitoringConfig: jsonb('monitoring_config').$type<MonitoringConfig>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    modifiedAt: timestamp('modified_at', { withTimezone: true }).notNull().defaultNow(),
  },
  // One index for each order of the lists, per project and per organization, with all columns by which the lists filter. The
  // index alone then yields the suites of a page and the number of search results, however many suites there are.
  (table) => {
    const inOrganization = [table.organizationId] as const;
    const inProject = [table.projectId, table.organizationId] as const;
    const byName = [nameOrder(table.searchName), table.id] as const;
    const byChange = [table.modifiedAt, table.id, table.platform, table.searchName] as const;
    return [
      index('suites_organization_name').on(...inOrganization, ...byName),
      index('suites_organization_platform').on(...inOrganization, table.platform, ...byName),
      index('suites_organization_modified').on(...inOrganization, ...byChange),
      index('suites_project_name').on(...inProject, ...byName),
      index('suites_project_platform').on(...inProject, table.platform, ...byName),
      index('suites_project_modified').on(...inProject, ...byChange),
      index('suites_device').on(table.deviceId).where(sql`${table.deviceId} is not null`),
      index('suites_without_test_names')
        .on(table.id)
        .where(sql`${table.testNamesVersion} <> ${table.version}`),
      index('suites_without_test_tags')
        .on(table.id)
        .where(sql`${table.testTagsVersion} <> ${table.version}`),
      index('suites_monitored').on(table.organizationId).where(sql`${table.isMonitoring}`),
    ];
  },
);
