import {
  type ExclusionCalendar,
  type MonitoringConfig,
  type StatusPageSettings,
  stopReasons,
} from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { suites } from './suites.ts';

/** State of a suite's monitoring, apart from its configuration. Created when a worker first sees the suite. */
export const monitors = pgTable(
  'monitors',
  {
    suiteId: text('suite_id')
      .primaryKey()
      .references(() => suites.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Next slot by the database's clock; null if the schedule has none. */
    nextAt: timestamp('next_at', { withTimezone: true }),
    /** When `nextAt` was computed. If the clock shows an earlier time, it was set back. */
    plannedAt: timestamp('planned_at', { withTimezone: true }),
    /** The configuration from which `nextAt` was computed. */
    plannedConfig: jsonb('planned_config').$type<MonitoringConfig>(),
    pausedUntil: timestamp('paused_until', { withTimezone: true }),
  },
  (table) => [
    index('monitors_organization').on(table.organizationId),
    index('monitors_due').on(table.nextAt),
  ],
);

/**
 * Times at which a monitored suite was due, one row each. The worker that inserts the row starts the run, so each slot is used
 * once, however many workers there are.
 */
export const monitorSlots = pgTable(
  'monitor_slots',
  {
    suiteId: text('suite_id')
      .notNull()
      .references(() => suites.id, { onDelete: 'cascade' }),
    /** Time of the slot by the database's clock. */
    slot: timestamp('slot', { withTimezone: true }).notNull(),
    outcome: text('outcome', { enum: ['run', 'skipped', 'refused', 'missed'] }).notNull(),
    /** Why nothing was run. */
    reason: text('reason'),
    /** The run of the last attempt. */
    runId: text('run_id'),
    /** Earliest slot that the run also covers, because it waited in the queue. */
    standsSince: timestamp('stands_since', { withTimezone: true }),
    retriesUsed: integer('retries_used').notNull().default(0),
    /** Null until the last attempt has ended. */
    result: text('result', { enum: ['passed', 'failed', 'ignored'] }),
    failureClasses: jsonb('failure_classes').$type<FailureClass[]>().notNull().default([]),
    /** Signatures of its failures, which are equal for failures with the same cause; null if unknown. */
    signatures: jsonb('signatures').$type<string[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.suiteId, table.slot] }),
    index('monitor_slots_slot').on(table.slot),
    index('monitor_slots_unjudged_run')
      .on(table.runId)
      .where(sql`${table.outcome} = 'run' and ${table.result} is null`),
    index('monitor_slots_unjudged')
      .on(table.slot)
      .where(sql`${table.outcome} = 'run' and ${table.result} is null`),
  ],
);

/**
 * Periods in which an organization's monitors cannot run, one row per reason. The process that writes the row or one of its
 * times notifies the owners, so each notice is sent once, however many workers there are.
 */
export const monitoringStops = pgTable(
  'monitoring_stops',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** `worker` means that no worker was running. Its row is written when a worker runs again. */
    reason: text('reason', { enum: [...stopReasons, 'worker'] }).notNull(),
    /** The planned stop that was announced to the owners. */
    announcedFor: timestamp('announced_for', { withTimezone: true }),
    /** Null while the stop is only announced. */
    stoppedAt: timestamp('stopped_at', { withTimezone: true }),
    resumedAt: timestamp('resumed_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('monitoring_stops_open')
      .on(table.organizationId, table.reason)
      .where(sql`${table.resumedAt} is null`),
    index('monitoring_stops_organization').on(table.organizationId),
  ],
);

export const exclusionCalendars = pgTable(
  'exclusion_calendars',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    windows: jsonb('windows').$type<ExclusionCalendar['windows']>().notNull(),
    holidays: jsonb('holidays').$type<ExclusionCalendar['holidays']>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('exclusion_calendars_name').on(table.organizationId, table.name)],
);

/** Public view of an organization's monitors. An organization has at most one. */
export const statusPages = pgTable('status_pages', {
  organizationId: text('organization_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  slug: text('slug').notNull().unique('status_pages_slug'),
  title: text('title').notNull(),
  isPublic: boolean('is_public').notNull(),
  isListed: boolean('is_listed').notNull(),
  suites: jsonb('suites').$type<StatusPageSettings['suites']>().notNull(),
});
