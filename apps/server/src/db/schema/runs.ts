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
 * A run with its lease. The worker that holds it (`leaseOwner`, `attempt`) renews `leaseExpiresAt`.
 * If it stops, the run is taken over by a higher attempt, and writes of the old attempt are refused
 * because the row no longer has its number.
 */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    suiteId: text('suite_id').references(() => suites.id, { onDelete: 'set null' }),
    /** 1, 2, 3 … in its suite; null for runs of earlier releases. */
    number: integer('number'),
    projectId: text('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** Settings when the run was queued. */
    suiteName: text('suite_name').notNull(),
    projectName: text('project_name').notNull(),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    source: text('source').notNull(),
    /** Hash of the suite's text, equal for runs of the same text. */
    suiteVersion: text('suite_version')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`md5(${runs.source})`),
    /** The suite's `version` when the run was queued. */
    suiteRevision: integer('suite_revision').notNull().default(1),
    /** Names of the tests to run; null means all. */
    selectedTests: jsonb('selected_tests').$type<string[] | null>(),
    /** Tries of each test that the run requested; null uses those of the suite and its tests. */
    repeat: jsonb('repeat').$type<Partial<RepeatRule>>(),
    deviceId: text('device_id').references(() => devices.id, { onDelete: 'set null' }),
    /** Virtual device as it was when the run was queued; null for none. */
    device: jsonb('device').$type<RunDevice>(),
    /** Concurrent conversations that the run requests on its device. */
    conversations: integer('conversations'),
    /** Conversations granted at its start; they count toward the device's limit. */
    conversationsHeld: integer('conversations_held'),
    /**
     * The tested version, branch or commit, and its environment, as given by the person who started
     * it.
     */
    label: text('label'),
    environment: text('environment'),
    /**
     * Id of the project's environment with that name; null if the name is only a label. The environment may have been deleted
     * since.
     */
    environmentId: text('environment_id'),
    /** Version of the environment's values that the run last used; null until a worker claims the run. */
    environmentVersion: integer('environment_version'),
    trigger: text('trigger', { enum: ['manual', 'api', 'monitor'] }).notNull(),
    startedBy: text('started_by').references(() => users.id, { onDelete: 'set null' }),
    startedByName: text('started_by_name'),
    status: text('status', {
      enum: ['queued', 'running', 'passed', 'failed', 'error', 'cancelled', 'interrupted'],
    }).notNull(),
    /** Test counts, folded from the events and stored for lists. */
    counts: jsonb('counts').$type<WireCounts>().notNull(),
    /** Classes of its failures, each once; empty until the run has ended. */
    failureClasses: text('failure_classes').array().$type<FailureClass[]>().notNull().default([]),
    /** Equipment that a worker needs for it, see Equipment of the engine. */
    needs: text('needs').array().notNull().default([]),
    /** Interactions of the tests to run, which count toward the quota while the run is open. */
    plannedInteractions: integer('planned_interactions').notNull().default(0),
    cancelRequestedAt: timestamp('cancel_requested_at', { withTimezone: true }),
    /** Has millisecond precision, like a list's cursor. */
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    /** When a verdict was last overridden; null if no override remains. */
    overriddenAt: timestamp('overridden_at', { withTimezone: true }),
    /** When the result was mailed to the person who started the run, or skipped because they did not want it. */
    toldAt: timestamp('told_at', { withTimezone: true }),
    attempt: integer('attempt').notNull().default(0),
    /** Release of the worker that holds it, or held it last. */
    workerVersion: text('worker_version'),
    /** Number of workers lost with this run. Drained workers do not count. */
    workersLost: integer('workers_lost').notNull().default(0),
    leaseOwner: text('lease_owner'),
    leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }),
    /** Number of the newest event; the next number is assigned under the row's lock. */
    lastSeq: integer('last_seq').notNull().default(0),
    isComplete: boolean('is_complete').notNull().default(false),
    /** True once its failures have rows of their own; runs of earlier releases get them later. */
    hasFailureRows: boolean('has_failure_rows').notNull().default(false),
    /** True if its monitor retried the run, so that only the last attempt counts. */
    isRepeated: boolean('is_repeated').notNull().default(false),
    /** True if the run has files. */
    hasEvidence: boolean('has_evidence').notNull().default(false),
  },
  // Ascending, read backwards: an index in descending order has its nulls where `desc` has not.
  (table) => [
    index('runs_newest').on(table.organizationId, table.createdAt, table.id),
    index('runs_suite').on(table.suiteId, table.createdAt, table.id),
    index('runs_project').on(table.projectId, table.createdAt, table.id),
    // By what else a list is filtered, so that a page is read off the index.
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
    // For those who are deleted: a run that names them is found without reading all of them.
    index('runs_of_device').on(table.deviceId).where(sql`${table.deviceId} is not null`),
    index('runs_started_by').on(table.startedBy).where(sql`${table.startedBy} is not null`),
  ],
);

/** Values of the environment that a run used, without its secrets. */
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
    /** Names of the secrets. */
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
 * The log of each run. Its events are numbered 1, 2, 3 … under the lock of the run's row, so that a
 * reader misses none. Those that were written together share rows (event-rows.ts): a row for each would
 * cost several times as much to write.
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

/** Links that open a run without an account. */
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
    /** sha256 of the token in the link; the token itself is not stored. */
    tokenHash: text('token_hash').notNull().unique(),
    /**
     * The creator of the link, which is deleted with the membership. Null for links from before
     * this was stored.
     */
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

/** View of a run for share links, created once for all visitors. */
export const sharedRunViews = pgTable(
  'shared_run_views',
  {
    runId: text('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Number of the last event in the view. A later event, such as an override, causes a new view. */
    lastSeq: integer('last_seq').notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
    view: jsonb('view').$type<Omit<SharedRun, 'expiresAt'>>().notNull(),
  },
  (table) => [index('shared_run_views_organization').on(table.organizationId)],
);
