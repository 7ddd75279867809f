import type { Fault, SuiteStanding, SuiteState } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import {
  bigint,
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

/** A run in the detail of a standing. */
export interface StandingRun {
  id: string;
  /** When the run was queued (ISO 8601). */
  at: string;
  /** When the result of the run, or its last override, became visible (ISO 8601). */
  endedAt: string;
  status: 'passed' | 'failed' | 'error' | 'interrupted';
  /** Status as pages show it. */
  shown: SuiteStanding['runs'][number]['status'];
}

/** A failure that the latest runs show. Times are ISO 8601. */
export interface StandingFailure {
  run: StandingRun;
  fault: Fault;
  /** Null if the run has no row for the failure. */
  signature: string | null;
  failureClass: FailureClass;
  /** Key of the test; null if the run itself failed. */
  testName: string | null;
  title: string | null;
  step: number | null;
  said: string;
  expected: string | null;
  got: string;
  /** See `SeriesFacts`. */
  since: string | null;
  lastGreen: { runId: string; number: number | null; at: string } | null;
  /** When the failure became visible; null if no run has shown it. */
  shownAt: string | null;
}

export interface StandingDetail {
  /** Latest runs, newest first. */
  runs: StandingRun[];
  /** Names of failing tests, or reasons why a suite without failures has not passed. */
  reasons: string[];
  failing: StandingFailure[];
  /** What changed since the day before the newest run: the newest changes, dated as ISO 8601. */
  changes: {
    kind: 'broke' | 'mended' | 'edited' | 'edited-and-broke' | 'unsteady' | 'slower';
    /** Name of the test, and its key; null if the change concerns the suite as a whole. */
    test: string | null;
    testName: string | null;
    at: string;
    before: string;
    after: string;
  }[];
}

/**
 * Standings of suites in each environment and with each virtual device, computed from its latest runs. Pages read these rows
 * instead of all runs of two weeks. A row is valid until `dueAt` unless `suiteStandingChanges` names its suite.
 */
export const suiteStandings = pgTable(
  'suite_standings',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    suiteId: text('suite_id')
      .notNull()
      .references(() => suites.id, { onDelete: 'cascade' }),
    /** Index among the standings of the suite; the one with the newest run comes first. */
    place: integer('place').notNull(),
    environment: text('environment'),
    deviceId: text('device_id'),
    state: text('state').$type<SuiteState>().notNull(),
    /** Number of changes since the day before the newest run, and when the newest of them became visible. */
    changeCount: integer('change_count').notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true, precision: 3 }),
    /** When the newest run was queued. */
    newestAt: timestamp('newest_at', { withTimezone: true, precision: 3 }).notNull(),
    /** When time alone changes the row, because a run becomes too old to count, or another one becomes that of the day before. */
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    detail: jsonb('detail').$type<StandingDetail>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.suiteId, table.place] }),
    index('suite_standings_due').on(table.organizationId, table.dueAt),
  ],
);

/**
 * Suites whose runs have changed since their standings were computed. Triggers on `runs` add a row in the transaction of the
 * change, so that no writer can forget it, not even a server of an earlier release. Rows are only added, because runs of a
 * suite that end together would otherwise wait for each other.
 */
export const suiteStandingChanges = pgTable(
  'suite_standing_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Not a foreign key, because rows are added while the runs of a deleted organization are removed. */
    organizationId: text('organization_id').notNull(),
    suiteId: text('suite_id').notNull(),
  },
  (table) => [index('suite_standing_changes_suite').on(table.organizationId, table.suiteId)],
);
