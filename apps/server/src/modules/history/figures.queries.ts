import type { FailureClass } from '@parley/suite';
import { and, eq, gt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { prepareEach } from '../../db/prepare-once.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { type DayFigures, dayFigures, type RunFilter, type RunRow } from '../runs/runs.ts';
import { asNumbers } from './as-numbers.ts';
import type { DayRange } from './history-days.ts';

/** Counts of a day, a platform or a trigger; the other two are null. All three are null in the total. */
export interface CountedRuns {
  day: string | null;
  platform: RunRow['platform'] | null;
  trigger: RunRow['trigger'] | null;
  runs: number;
  passed: number;
  failed: number;
  testsPassed: number;
  testsFailed: number;
  /** Total duration of the runs that were not cancelled. */
  durationMs: number;
  cancelled: number;
}

/** Ended runs by day, by platform and by trigger, and all of them. */
export function countRuns(
  scope: Scope,
  filter: RunFilter,
  range: DayRange,
): Promise<CountedRuns[]> {
  return countedRuns(scope.db, shapeOf(filter)).execute(wantedOf(scope, filter, range));
}

const countedRuns = prepareEach((db, shape) => {
  const figures = dayFigures(db);
  const { day, platform, trigger, outcome } = figures;
  const sum = (column: AnyPgColumn, where?: SQL) =>
    sql<number>`coalesce(sum(${column}) ${where ?? sql``}, 0)`.mapWith(Number);
  return db
    .select({
      day,
      platform,
      trigger,
      runs: sum(figures.runs),
      passed: sum(figures.runs, sql`filter (where ${outcome} = 'passed')`),
      failed: sum(figures.runs, sql`filter (where ${outcome} in ('failed', 'error'))`),
      testsPassed: sum(figures.testsPassed),
      testsFailed: sum(figures.testsFailed),
      durationMs: sum(figures.durationMs, sql`filter (where ${outcome} <> 'cancelled')`),
      cancelled: sum(figures.runs, sql`filter (where ${outcome} = 'cancelled')`),
    })
    .from(figures)
    .where(and(matching(figures, placeholdersOf(shape)), ne(outcome, 'any')))
    .groupBy(sql`grouping sets ((${day}), (${platform}), (${trigger}), ())`)
    .having(gt(sum(figures.runs), 0))
    .prepare(`counted_runs_${shape}`);
});

/** Runs that failed, by whose fault that is. A run with several causes counts for each. */
export async function countCauses(
  scope: Scope,
  filter: RunFilter,
  range: DayRange,
): Promise<{ failureClass: FailureClass; runs: number }[]> {
  const figures = dayFigures(scope.db);
  const { rows } = await scope.db.execute(sql`
    select cause as "failureClass", sum(${figures.runs})::int as runs
    from ${figures} cross join lateral unnest(${figures.failureClasses}) as cause
    where ${matching(figures, wantedOf(scope, filter, range))} and ${figures.outcome} in ('failed', 'error')
    group by cause having sum(${figures.runs}) > 0 order by runs desc, cause`);
  return rows as unknown as { failureClass: FailureClass; runs: number }[];
}

export interface Answers {
  day: string;
  platform: RunRow['platform'];
  trigger: RunRow['trigger'];
  /** Counts by latency bucket. */
  latencies: number[];
}

/**
 * Answers by day, platform and trigger. They are added up by us: the database takes thirty times as
 * long to add arrays up, because it makes a row of each of their numbers.
 */
export function listAnswers(scope: Scope, filter: RunFilter, range: DayRange): Promise<Answers[]> {
  return answersOf(scope.db, shapeOf(filter)).execute(wantedOf(scope, filter, range));
}

const answersOf = prepareEach((db, shape) => {
  const wanted = placeholdersOf(shape);
  const figures = dayFigures(db);
  return db
    .select({
      day: figures.day,
      platform: figures.platform,
      trigger: figures.trigger,
      latencies: asNumbers(figures.latencies),
    })
    .from(figures)
    .where(and(matching(figures, wanted), ofOutcomes(figures, wanted)))
    .prepare(`answers_${shape}`);
});

const filterNames = ['status', 'platform', 'trigger', 'failureClass'] as const;

/** Filters of the rows: values, or placeholders in a prepared statement. */
type Wanted = Record<'organizationId' | 'subject' | 'from' | 'to', Placeholder | string> &
  Partial<Record<(typeof filterNames)[number], Placeholder | string>>;

/** The rows of the narrowest subject; each has the columns of the other filters. */
function wantedOf({ organizationId }: Scope, filter: RunFilter, { from, to }: DayRange) {
  const { status, platform, trigger, failureClass, suiteId, projectId } = filter;
  const subject = suiteId ?? projectId ?? organizationId;
  return { organizationId, subject, from, to, status, platform, trigger, failureClass };
}

/** Names of the active filters; each combination has its own statement. */
function shapeOf(filter: RunFilter): string {
  return filterNames.filter((name) => filter[name] !== undefined).join('_');
}

function placeholdersOf(shape: string): Wanted {
  const given = filterNames.filter((name) => shape.split('_').includes(name));
  return {
    organizationId: sql.placeholder('organizationId'),
    subject: sql.placeholder('subject'),
    from: sql.placeholder('from'),
    to: sql.placeholder('to'),
    ...Object.fromEntries(given.map((name) => [name, sql.placeholder(name)])),
  };
}

/** Uses the rows that add up all outcomes, if no filter needs them apart: a fraction of the rows. */
function ofOutcomes(figures: DayFigures, { status, failureClass }: Wanted): SQL {
  const isAny = status === undefined && failureClass === undefined;
  return isAny ? eq(figures.outcome, 'any') : ne(figures.outcome, 'any');
}

function matching(
  figures: DayFigures,
  { organizationId, subject, from, to, status, platform, trigger, failureClass }: Wanted,
): SQL | undefined {
  return and(
    sql`${figures.organizationId} = ${organizationId}`,
    sql`${figures.subject} = ${subject}`,
    sql`${figures.day} between ${from} and ${to}`,
    status === undefined ? undefined : sql`${figures.outcome} = ${status}`,
    platform === undefined ? undefined : sql`${figures.platform} = ${platform}`,
    trigger === undefined ? undefined : sql`${figures.trigger} = ${trigger}`,
    failureClass === undefined ? undefined : sql`${failureClass} = any(${figures.failureClasses})`,
  );
}
