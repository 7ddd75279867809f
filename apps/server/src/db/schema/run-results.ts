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

/** Figures that an ended run contributes to its day. They are written when the run ends, and again when a verdict changes. */
export const runResults = pgTable('run_results', {
  runId: text('run_id')
    .primaryKey()
    .references(() => runs.id, { onDelete: 'cascade' }),
  /** Day (UTC) on which the run was queued. */
  day: date('day', { mode: 'string' }).notNull(),
  outcome: text('outcome').$type<EndedStatus>().notNull(),
  failureClasses: text('failure_classes').array().$type<FailureClass[]>().notNull(),
  testsPassed: integer('tests_passed').notNull(),
  testsFailed: integer('tests_failed').notNull(),
  durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
  /** Number of replies per latency bucket, starting with bucket 0. */
  latencies: integer('latencies').array().notNull(),
});

/** Outcome of a test or step, named as in wire.ts. */
export type WireEnd = WireOutcome | 'skipped';

type EndedStatus = 'passed' | 'failed' | 'error' | 'cancelled' | 'interrupted';

/** Result of an interaction. Long texts are shortened; the run's events contain them in full. */
export interface StepOutcome {
  /** Index of the step in its test. */
  step: number;
  outcome: WireEnd;
  failureClass: FailureClass | null;
  latencyMs: number | null;
  said: string;
  reply: string | null;
}

/** Results of tests in ended runs. */
export const testResults = pgTable(
  'test_results',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Index of the test in its run. */
    test: integer('test').notNull(),
    organizationId: text('organization_id').notNull(),
    /** Kept when the suite is deleted, but no longer read. */
    suiteId: text('suite_id').notNull(),
    /** Key of the test, which is usually its name and survives renaming. */
    name: text('name').notNull(),
    /** Name of the test in this run, if it differs from the key. */
    title: text('title'),
    /** When the run was queued. */
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    outcome: text('outcome').$type<WireEnd>().notNull(),
    failureClass: text('failure_class').$type<FailureClass>(),
    durationMs: integer('duration_ms'),
    attempt: smallint('attempt').notNull(),
    isQuarantined: boolean('is_quarantined').notNull(),
    /** True if the test passed without any check that could have failed. */
    isDoubtful: boolean('is_doubtful').notNull().default(false),
    /** Fingerprint of the test's messages and expectations, see test-fingerprint.ts; null for older runs. */
    fingerprint: text('fingerprint'),
    /**
     * Steps that were started. They are only read together with their test, and separate rows would cost five times as much.
     */
    steps: jsonb('steps').$type<StepOutcome[]>().notNull(),
    /** Metrics that the test measured; null without any, and for older runs. */
    metrics: jsonb('metrics').$type<MetricFigures[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.test] }),
    index('test_results_series').on(table.suiteId, table.name, table.at),
  ],
);

/**
 * Failures of ended runs: one row per cause and test, so that failures with the same cause are found across suites without
 * reading events. Deleted with the run.
 */
export const runFailures = pgTable(
  'run_failures',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** Index among the failures of the run, in the order of the run. */
    place: integer('place').notNull(),
    organizationId: text('organization_id').notNull(),
    /** Kept when the suite is deleted, as in `testResults`. */
    suiteId: text('suite_id').notNull(),
    /** When the run was queued. */
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** See failure-signature.ts. */
    signature: text('signature').notNull(),
    failureClass: text('failure_class').$type<FailureClass>().notNull(),
    /** Key of the test; null if the run itself failed. */
    testName: text('test_name'),
    /** Name of the test in this run. */
    title: text('title'),
    /** Number of the step, starting at 1; null if the test as a whole failed. */
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
 * Totals of ended runs per day (UTC), for the organization, each project and each suite. A chart reads a few rows per day,
 * however many runs there were.
 */
export const runDays = pgTable(
  'run_days',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Id of the organization itself, a project or a suite. */
    subject: text('subject').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    platform: text('platform', { enum: ['webchat', 'phone'] }).notNull(),
    trigger: text('trigger', { enum: ['manual', 'api', 'monitor'] }).notNull(),
    /** `any` marks rows that sum all outcomes, for latencies over many days. */
    outcome: text('outcome').$type<EndedStatus | 'any'>().notNull(),
    failureClasses: text('failure_classes').array().$type<FailureClass[]>().notNull(),
    runs: integer('runs').notNull(),
    /** Number of runs that a monitor retried. They do not count in its results. */
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
 * Changes that are still to be added to `runDays`, from runs that ended or whose verdicts changed. Each run inserts its own
 * rows, because all runs of a day would otherwise wait for the same rows. A job moves the changes every minute.
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
 * Latencies of a step per day (UTC), so that percentiles over a year need only a few hundred rows. Written once, when a run
 * ends; overriding a verdict does not change how fast the bot was.
 */
export const stepDays = pgTable(
  'step_days',
  {
    organizationId: text('organization_id').notNull(),
    /**
     * Not a foreign key: a run that ends locks its own row and would wait for the suite's, while the deletion of the suite
     * locks the suite's row and waits for the run's. Rows of deleted suites are removed at night.
     */
    suiteId: text('suite_id').notNull(),
    testName: text('test_name').notNull(),
    /** Index of the step in its test. */
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
