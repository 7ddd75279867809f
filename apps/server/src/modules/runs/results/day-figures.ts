import { runDayChanges, runDays } from '../../../db/schema/run-results.ts';
import type { Database } from '../../../platform/database/db.ts';

/**
 * Returns the daily figures of ended runs as a subquery. A key has at most one row of totals and any number of later changes,
 * some of them negative, so only sums are meaningful.
 */
export function dayFigures(db: Database) {
  return db
    .select(figuresIn(runDays))
    .from(runDays)
    .unionAll(db.select(figuresIn(runDayChanges)).from(runDayChanges))
    .as('day_figures');
}

export type DayFigures = ReturnType<typeof dayFigures>;

function figuresIn<Table extends typeof runDays | typeof runDayChanges>(table: Table) {
  return {
    organizationId: table.organizationId as (typeof runDays)['organizationId'],
    subject: table.subject as (typeof runDays)['subject'],
    day: table.day as (typeof runDays)['day'],
    platform: table.platform as (typeof runDays)['platform'],
    trigger: table.trigger as (typeof runDays)['trigger'],
    outcome: table.outcome as (typeof runDays)['outcome'],
    failureClasses: table.failureClasses as (typeof runDays)['failureClasses'],
    runs: table.runs as (typeof runDays)['runs'],
    repeated: table.repeated as (typeof runDays)['repeated'],
    testsPassed: table.testsPassed as (typeof runDays)['testsPassed'],
    testsFailed: table.testsFailed as (typeof runDays)['testsFailed'],
    durationMs: table.durationMs as (typeof runDays)['durationMs'],
    latencies: table.latencies as (typeof runDays)['latencies'],
  };
}
