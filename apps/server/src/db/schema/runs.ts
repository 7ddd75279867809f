import type { Device, SharedRun } from '@parley/contract';
import type { FailureClass, RepeatRule, WireCounts } from '@parley/suite';
import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { devices } from './devices.ts';
import { memberships, organizations } from './organizations.ts';
import { projects } from './projects.ts';
import { suites } from './suites.ts';
import { users } from './users.ts';

export type RunDevice = Pick<Device, 'name' | 'locale' | 'settings'>;

/**
 * A run with its lease. The worker that holds the run (`leaseOwner`, `attempt`) renews `leaseExpiresAt`. If it stops doing so,
 * another worker takes over with a higher attempt, and writes of the old attempt are refused because the row has another
 * number.
 */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    suiteId: text('suite_id').references(() => suites.id, { onDelete: 'set null' }),
    /** Number of the run in its suite: 1, 2, 3 …; null for runs of older releases. */
    number: integer('number'),
    projectId: text('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** Copies from when the run was queued. */
    suiteName: text('suite_name').notNull(),
    projectName: text('project_name').notNull(),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    source: text('source').notNull(),
    /** Hash of the suite's text, which is equal for runs of the same text. */
    suiteVersion: text('suite_version')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`md5(${runs.source})`),
    /** The suite's `version` when the run was queued. */
    suiteRevision: integer('suite_revision').notNull().default(1),
    /** Names of the tests to run; null means all. */
    selectedTests: jsonb('selected_tests').$type<string[] | null>(),
    /** Number of tries per test that was requested for this run; null uses the settings of the suite and its tests. */
    repeat: jsonb('repeat').$type<Partial<RepeatRule>>(),
    deviceId: text('device_id').references(() => devices.id, { onDelete: 'set null' }),
    /** Copy of the virtual device from when the run was queued; null without one. */
    device: jsonb('device').$type<RunDevice>(),
    /** Number of concurrent conversations that the run requests on its device. */
    conversations: integer('conversations'),
    /** Number of conversations granted at the start of the run. They count toward the device's limit. */
    conversationsHeld: integer('conversations_held'),
    /** Tested version, branch or commit, and its environment, as given by whoever started the run. */
    label: text('label'),
    environment: text('environment'),
    /**
     * Id of the project's environment with that name; null if the name is only a label. The environment may have been deleted
     * since.
     */
    environmentId: text('environment_id'),
    /** Version of the environment whose values the run last used; null until a worker claims the run. */
    environmentVersion: integer('environment_version'),
    trigger: text('trigger', { enum: ['manual', 'api', 'monitor'] }).notNull(),
    startedBy: text('started_by').references(() => users.id, { onDelete: 'set null' }),
    startedByName: text('started_by_name'),
    status: text('status', {
      enum: ['queued', 'running', 'passed', 'failed', 'error', 'cancelled', 'interrupted'],
    }).notNull(),
    /** Test counts, computed from the events and stored for lists. */
    counts: jsonb('counts').$type<WireCounts>().notNull(),
    /** Failure classes of the run without duplicates; empty until it has ended. */
    failureClasses: text('failure_classes').array().$type<FailureClass[]>().notNull().default([]),
    /** Equipment that a worker needs for the run; see Equipment in the engine. */
    needs: text('needs').array().notNull().default([]),
    /** Number of interactions in the tests to run. They count toward the quota while the run is open. */
    plannedInteractions: integer('planned_interactions').notNull().default(0),
    cancelRequestedAt: timestamp('cancel_requested_at', { withTimezone: true }),
    /** Has millisecond precision, like the cursor of a list. */
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** When a verdict was last overridden; null if no override remains. */
    overriddenAt: timestamp('overridden_at', { withTimezone: true }),
    /** When the result was emailed to the user who started the run, or skipped because the user does not want it. */
    toldAt: timestamp('told_at', { withTimezone: true }),
    attempt: integer('attempt').notNull().default(0),
    /** Release of the worker that holds the run or held it last. */
    workerVersion: text('worker_version'),
    /** Number of workers lost with this run. Drained workers do not count. */
    workersLost: integer('workers_lost').notNull().default(0),
    leaseOwner: text('lease_owner'),
    leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }),
    /** Number of the newest event. The next number is assigned under the row's lock. */
    lastSeq: integer('last_seq').notNull().default(0),
    isComplete: boolean('is_complete').notNull().default(false),
    /** True once the run's failures have rows of their own. Runs of older releases get them later. */
    hasFailureRows: boolean('has_failure_rows').notNull().default(false),
    /** True if a monitor retried the run, so that only the last attempt counts. */
    isRepeated: boolean('is_repeated').notNull().default(false),
    /** True if the run has files. */
    hasEvidence: boolean('has_evidence').notNull().default(false),
  },
  // Indexes are ascending and read backwards: a descending index puts nulls in a different place than `desc` does.
  (table) => [
    index('runs_newest').on(table.organizationId, table.createdAt, table.id),
    index('runs_suite').on(table.suiteId, table.createdAt, table.id),
    index('runs_project').on(table.projectId, table.createdAt, table.id),
    // For other filters of lists, so that a page can be read from the index.
    index('runs_status').on(table.organizationId, table.status, table.createdAt, table.id),
    index('runs_trigger').on(table.organizationId, table.trigger, table.createdAt, table.id),
    index('runs_platform').on(table.organizationId, table.platform, table.createdAt, table.id),
    index('runs_blamed')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.failureClasses} <> '{}'`),
    index('runs_served')
      .on(table.organizationId, table.startedAt)
      .where(sql`${table.startedAt} is not null`),
    index('runs_finished').on(table.finishedAt),
    index('runs_with_evidence')
      .on(table.organizationId, table.createdAt)
      .where(sql`${table.hasEvidence}`),
    index('runs_without_failure_rows')
      .on(table.createdAt)
      .where(
        sql`not ${table.hasFailureRows} and ${table.status} in ('failed', 'error', 'interrupted')`,
      ),
    index('runs_open').on(table.status, table.leaseExpiresAt),
    index('runs_device')
      .on(table.deviceId, table.createdAt, table.id)
      .where(sql`${table.status} in ('queued', 'running')`),
    // For deletions: finds the runs that refer to a row without reading all runs.
    index('runs_of_device').on(table.deviceId).where(sql`${table.deviceId} is not null`),
    index('runs_started_by').on(table.startedBy).where(sql`${table.startedBy} is not null`),
  ],
);

/** Values of the environment that a run used, without secrets. */
export const runEnvironments = pgTable(
  'run_environments',
  {
    runId: text('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    variables: jsonb('variables').$type<Record<string, string>>().notNull(),
    /** Names of the environment's secrets. */
    secrets: text('secrets').array().notNull(),
  },
  (table) => [index('run_environments_organization').on(table.organizationId)],
);

/** Newest run number of each suite. A number is never reused, even if its run is removed. */
export const runNumbers = pgTable(
  'run_numbers',
  {
    suiteId: text('suite_id')
      .primaryKey()
      .references(() => suites.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    newest: integer('newest').notNull(),
  },
  (table) => [index('run_numbers_organization').on(table.organizationId)],
);

/**
 * Log of each run. Events are numbered 1, 2, 3 … under the lock of the run's row, so that readers miss none. Events that were
 * written together share rows (event-rows.ts), because a row per event would cost several times as much to write.
 */
export const runEvents = pgTable(
  'run_events',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    /** JSON, one event per line. */
    lines: text('lines').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.lastSeq] })],
);

/** Share links, which open a run without an account. */
export const runShares = pgTable(
  'run_shares',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link. The token itself is not stored. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Creator of the link, which is deleted with the creator's membership. Null for links from before this was stored. */
    createdBy: text('created_by'),
    createdByName: text('created_by_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    lastOpenedAt: timestamp('last_opened_at', { withTimezone: true }),
  },
  (table) => [
    foreignKey({
      name: 'run_shares_membership',
      columns: [table.organizationId, table.createdBy],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
    index('run_shares_membership').on(table.organizationId, table.createdBy),
    index('run_shares_run').on(table.runId),
    index('run_shares_end').on(table.expiresAt),
  ],
);

/** View of a run for its share links, created once for all visitors. */
export const sharedRunViews = pgTable(
  'shared_run_views',
  {
    runId: text('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Number of the last event in the view. A later event, such as an override, leads to a new view. */
    lastSeq: integer('last_seq').notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
    view: jsonb('view').$type<Omit<SharedRun, 'expiresAt'>>().notNull(),
  },
  (table) => [index('shared_run_views_organization').on(table.organizationId)],
);
