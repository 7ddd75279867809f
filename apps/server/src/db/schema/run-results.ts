import type { FailureClass, MetricFigures, WireOutcome } from '@parley/suite';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { runs } from './runs.ts';

/** Figures that an ended run adds to its day: written at its end, and again when a verdict changes. */
export const runResults = pgTable('run_results', {
  runId: text('run_id')
    .primaryKey()
    .references(() => runs.id, { onDelete: 'cascade' }),
  /** The day (UTC) on which the run was queued. */
  day: date('day', { mode: 'string' }).notNull(),
  outcome: text('outcome').$type<EndedStatus>().notNull(),
  failureClasses: text('failure_classes').array().$type<FailureClass[]>().notNull(),
  testsPassed: integer('tests_passed').notNull(),
  testsFailed: integer('tests_failed').notNull(),
  durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
  /** Number of answers in each latency bucket, from bucket 0 on. */
  latencies: integer('latencies').array().notNull(),
});

/** Outcome of a test or step, in the names of wire.ts. */
export type WireEnd = WireOutcome | 'skipped';

type EndedStatus = 'passed' | 'failed' | 'error' | 'cancelled' | 'interrupted';

/** Result of an interaction. Long texts are cut; the run's events have them in full. */
export interface StepOutcome {
  /** Its place in the test. */
  step: number;
  outcome: WireEnd;
  failureClass: FailureClass | null;
  latencyMs: number | null;
  said: string;
  reply: string | null;
}

/** Results of tests. */
export const testResults = pgTable(
  'test_results',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Its place in the run. */
    test: integer('test').notNull(),
    organizationId: text('organization_id').notNull(),
    /** Kept when the suite is deleted; it is no longer read then. */
    suiteId: text('suite_id').notNull(),
    /** Key of the test, usually its name, which survives a rename. */
    name: text('name').notNull(),
    /** Name of the test in the run, if it differs from the key. */
    title: text('title'),
    /** When the run was queued. */
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    outcome: text('outcome').$type<WireEnd>().notNull(),
    failureClass: text('failure_class').$type<FailureClass>(),
    durationMs: integer('duration_ms'),
    attempt: smallint('attempt').notNull(),
    isQuarantined: boolean('is_quarantined').notNull(),
    /** True if the test passed without a check that could have failed. */
    isDoubtful: boolean('is_doubtful').notNull().default(false),
    /**
     * Fingerprint of its messages and expectations, see test-fingerprint.ts; null in earlier runs.
     */
    fingerprint: text('fingerprint'),
    /**
     * Steps that were started. They are only read with their test, and separate rows would cost
     * five times as much.
     */
    steps: jsonb('steps').$type<StepOutcome[]>().notNull(),
    /** What it measured; null for nothing, and in earlier runs. */
    metrics: jsonb('metrics').$type<MetricFigures[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.test] }),
    index('test_results_series').on(table.suiteId, table.name, table.at),
  ],
);

/**
 * Failures of an ended run: a row for each cause in each test, so that failures with the same cause
 * are found across suites without reading events. Deleted with the run.
 */
export const runFailures = pgTable(
  'run_failures',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Position among the run's failures, in the order of the run. */
    place: integer('place').notNull(),
    organizationId: text('organization_id').notNull(),
    /** Kept when the suite is deleted, as in `testResults`. */
    suiteId: text('suite_id').notNull(),
    /** When the run was queued. */
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** See failure-signature.ts. */
    signature: text('signature').notNull(),
    failureClass: text('failure_class').$type<FailureClass>().notNull(),
    /** The key of its test; null where the run itself failed. */
    testName: text('test_name'),
    /** The name of the test at that time. */
    title: text('title'),
    /** From 1; null if the test as such failed. */
    step: integer('step'),
    said: text('said').notNull(),
    expected: text('expected'),
    got: text('got').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.place] }),
    index('run_failures_series').on(table.suiteId, table.signature, table.at),
  ],
);

/**
 * Ended runs per day (UTC), added up for the organization, for each project and for each suite: a
 * chart reads as many rows as it has days, however many runs there were.
 */
export const runDays = pgTable(
  'run_days',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Id of the organization itself, of a project or of a suite. */
    subject: text('subject').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    trigger: text('trigger', { enum: ['manual', 'api', 'monitor'] }).notNull(),
    /** `any`: the row sums all outcomes, for latencies over many days. */
    outcome: text('outcome').$type<EndedStatus | 'any'>().notNull(),
    failureClasses: text('failure_classes').array().$type<FailureClass[]>().notNull(),
    runs: integer('runs').notNull(),
    /** Number of runs that a monitor retried; they do not count in its results. */
    repeated: integer('repeated').notNull().default(0),
    testsPassed: integer('tests_passed').notNull(),
    testsFailed: integer('tests_failed').notNull(),
    durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
    latencies: integer('latencies').array().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'run_days_key',
      columns: [
        table.organizationId,
        table.subject,
        table.day,
        table.platform,
        table.trigger,
        table.outcome,
        table.failureClasses,
      ],
    }),
  ],
);

/**
 * Changes to `runDays` since they were last moved there, by runs that ended or whose verdicts changed. Each run inserts its own
 * rows, because all runs that end on a day would otherwise wait for the same rows. A job moves the changes every minute.
 */
export const runDayChanges = pgTable(
  'run_day_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    trigger: text('trigger', { enum: ['manual', 'api', 'monitor'] }).notNull(),
    outcome: text('outcome').$type<EndedStatus | 'any'>().notNull(),
    failureClasses: text('failure_classes').array().$type<FailureClass[]>().notNull(),
    runs: integer('runs').notNull(),
    repeated: integer('repeated').notNull(),
    testsPassed: integer('tests_passed').notNull(),
    testsFailed: integer('tests_failed').notNull(),
    durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
    latencies: integer('latencies').array().notNull(),
  },
  (table) => [
    index('run_day_changes_key').on(
      table.organizationId,
      table.subject,
      table.day,
      table.platform,
      table.trigger,
      table.outcome,
      table.failureClasses,
    ),
  ],
);

/**
 * Latencies of a step per day (UTC), so that percentiles over a year are read from a few hundred
 * rows. Written once, at the end of a run; a later override does not change how fast the bot
 * answered.
 */
export const stepDays = pgTable(
  'step_days',
  {
    organizationId: text('organization_id').notNull(),
    /**
     * Not a foreign key: the end of a run locks its row and would wait for the suite's, while the
     * deletion of the suite locks that one and waits for the run's. Rows of a deleted suite are
     * removed at night.
     */
    suiteId: text('suite_id').notNull(),
    testName: text('test_name').notNull(),
    /** Its place in the test. */
    step: integer('step').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    trigger: text('trigger', { enum: ['manual', 'api', 'monitor'] }).notNull(),
    latencies: integer('latencies').array().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'step_days_key',
      columns: [
        table.suiteId,
        table.testName,
        table.step,
        table.day,
        table.platform,
        table.trigger,
      ],
    }),
  ],
);
