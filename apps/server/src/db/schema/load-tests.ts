import type {
  FailedConversation,
  LoadProfile,
  LoadSample,
  LoadThreshold,
  LoadTotals,
} from '@parley/suite';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { suites } from './suites.ts';
import { users } from './users.ts';

/** The main figures, for lists. Latencies are in milliseconds. */
export interface LoadSummary {
  conversations: number;
  turns: number;
  errorRate: number;
  p50: number;
  p95: number;
  p99: number;
}

export interface LoadIncident {
  second: number;
  message: string;
}

export const loadTests = pgTable(
  'load_tests',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    suiteId: text('suite_id').references(() => suites.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** Settings at the start of the test, from here to `peakUsers`. */
    suiteName: text('suite_name').notNull(),
    source: text('source').notNull(),
    selectedTests: jsonb('selected_tests').$type<string[] | null>(),
    /**
     * Name of the environment. `environmentId` is null if the name is only a label; the environment may have been deleted since.
     */
    environment: text('environment'),
    environmentId: text('environment_id'),
    /** Version of the environment with which the target was checked. Every part of the test uses this version. */
    environmentVersion: integer('environment_version'),
    /** `host:port`. */
    targetHost: text('target_host').notNull(),
    /** True if ownership of the host was proven when the test was created, and for older tests. */
    isTargetProven: boolean('is_target_proven').notNull().default(true),
    profile: jsonb('profile').$type<LoadProfile>().notNull(),
    thinkTimeMs: integer('think_time_ms').notNull(),
    thresholds: jsonb('thresholds').$type<LoadThreshold[]>().notNull(),
    /** Maximum number of virtual users, which counts toward the limits of the organization and of the target. */
    peakUsers: integer('peak_users').notNull(),
    shares: integer('shares').notNull(),
    status: text('status', {
      enum: ['queued', 'running', 'passed', 'failed', 'cancelled', 'interrupted'],
    }).notNull(),
    startedBy: text('started_by').references(() => users.id, { onDelete: 'set null' }),
    startedByName: text('started_by_name'),
    /** Has millisecond precision, like the cursor of a list. */
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** Time of second 0, set by the worker that claims the first part. */
    startsAt: timestamp('starts_at', { withTimezone: true, precision: 3 }),
    stopRequestedAt: timestamp('stop_requested_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    workersLost: integer('workers_lost').notNull().default(0),
    incidents: jsonb('incidents').$type<LoadIncident[]>().notNull().default([]),
    summary: jsonb('summary').$type<LoadSummary>(),
  },
  (table) => [
    index('load_tests_newest').on(table.organizationId, table.createdAt, table.id),
    index('load_tests_open').on(table.status),
    // For deletions, as in runs.
    index('load_tests_suite').on(table.suiteId),
    index('load_tests_started_by').on(table.startedBy),
  ],
);

/** Parts of a test's virtual users. One worker leases each part, as with runs. */
export const loadShares = pgTable(
  'load_shares',
  {
    loadTestId: text('load_test_id')
      .notNull()
      .references(() => loadTests.id, { onDelete: 'cascade' }),
    share: integer('share').notNull(),
    status: text('status', { enum: ['queued', 'running', 'done', 'lost'] }).notNull(),
    attempt: integer('attempt').notNull().default(0),
    /** Number of workers lost with this part. Drained workers do not count. */
    workersLost: integer('workers_lost').notNull().default(0),
    leaseOwner: text('lease_owner'),
    leaseExpiresAt: timestamp('lease_expires_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.loadTestId, table.share] }),
    index('load_shares_open').on(table.status, table.leaseExpiresAt),
  ],
);

/** Results so far of one attempt at a part. The worker that holds the part overwrites its own row. */
export const loadResults = pgTable(
  'load_results',
  {
    loadTestId: text('load_test_id')
      .notNull()
      .references(() => loadTests.id, { onDelete: 'cascade' }),
    share: integer('share').notNull(),
    attempt: integer('attempt').notNull(),
    totals: jsonb('totals').$type<LoadTotals>().notNull(),
    failures: jsonb('failures').$type<FailedConversation[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.loadTestId, table.share, table.attempt] })],
);

/** Measurements of one second in an attempt at a part. */
export const loadSamples = pgTable(
  'load_samples',
  {
    loadTestId: text('load_test_id')
      .notNull()
      .references(() => loadTests.id, { onDelete: 'cascade' }),
    second: integer('second').notNull(),
    share: integer('share').notNull(),
    attempt: integer('attempt').notNull(),
    sample: jsonb('sample').$type<LoadSample>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loadTestId, table.second, table.share, table.attempt] }),
  ],
);

/** Hosts that an organization wants to load, with the token that proves ownership. */
export const loadTargets = pgTable(
  'load_targets',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** `host:port`. */
    host: text('host').notNull(),
    token: text('token').notNull(),
    provenAt: timestamp('proven_at', { withTimezone: true }),
    provenBy: text('proven_by', { enum: ['file', 'dns'] }),
    /** Addresses of the host when it was proven; null for proofs from before they were stored. */
    addresses: text('addresses').array(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.host] })],
);
