import type { FiguresFilter } from '@parley/contract';
import type { FailureClass } from '@parley/suite';
import { and, eq, gt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { prepareEach } from '../../db/prepare-once.ts';
import type { Scope } from '../../platform/database/scope.ts';
import {
  type AnswersBetween,
  type CountedBetween,
  type DayFigures,
  dayFigures,
} from '../runs/runs.ts';
import { asNumbers } from './as-numbers.ts';
import type { DayRange } from './history-days.ts';

/** Counts of a day, a platform or a trigger; the other two are null. All three are null in the total. */
export interface CountedRuns extends Omit<CountedBetween, 'place'> {
  day: string | null;
}

/** Counts from which figures are computed. */
export interface CountedFigures {
  runs: CountedRuns[];
  answers: Answers[];
  readCauses(): Promise<{ failureClass: FailureClass; runs: number }[]>;
}

/** Reads the figures of days (UTC). */
export async function figuresOfDays(
  scope: Scope,
  filter: FiguresFilter,
  range: DayRange,
): Promise<CountedFigures> {
  const [runs, answers] = await Promise.all([
    countRuns(scope, filter, range),
    listAnswers(scope, filter, range),
  ]);
  return { runs, answers, readCauses: () => countCauses(scope, filter, range) };
}

/** Counts ended runs by day, by platform and by trigger, and in total. */
function countRuns(scope: Scope, filter: FiguresFilter, range: DayRange): Promise<CountedRuns[]> {
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

/** Counts failed runs by failure class. A run with several classes counts for each. */
async function countCauses(
  scope: Scope,
  filter: FiguresFilter,
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

export interface Answers extends Omit<AnswersBetween, 'place'> {
  day: string;
}

/**
 * Lists the latencies of replies by day, platform and trigger. The caller adds them up, because the database would take thirty
 * times as long: it turns each number of an array into a row.
 */
function listAnswers(scope: Scope, filter: FiguresFilter, range: DayRange): Promise<Answers[]> {
  return answersOf(scope.db, shapeOf(filter)).execute(wantedOf(scope, filter, range));
}

const answersOf = prepareEach((db, shape) => {
  const wanted = placeholdersOf(shape);
  const figures = dayFigures(db);
  return (
    db
      .select({
        day: figures.day,
        platform: figures.platform,
        trigger: figures.trigger,
        latencies: asNumbers(figures.latencies),
      })
      .from(figures)
      // Rows with the outcome `any` add up all outcomes, and are far fewer than the others.
      .where(and(matching(figures, wanted), eq(figures.outcome, 'any')))
      .prepare(`answers_${shape}`)
  );
});

const filterNames = ['platform', 'trigger'] as const;

/** Filters of the rows: values, or placeholders in a prepared statement. */
type Wanted = Record<'organizationId' | 'subject' | 'from' | 'to', Placeholder | string> &
  Partial<Record<(typeof filterNames)[number], Placeholder | string>>;

/**
 * Returns the filter values. The narrowest of suite, project and organization is the subject, and each subject has rows by
 * platform and trigger.
 */
function wantedOf({ organizationId }: Scope, filter: FiguresFilter, { from, to }: DayRange) {
  const { platform, trigger, suiteId, projectId } = filter;
  const subject = suiteId ?? projectId ?? organizationId;
  return { organizationId, subject, from, to, platform, trigger };
}

/** Names of the active filters; each combination has its own statement. */
function shapeOf(filter: FiguresFilter): string {
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

function matching(
  figures: DayFigures,
  { organizationId, subject, from, to, platform, trigger }: Wanted,
): SQL | undefined {
  return and(
    sql`${figures.organizationId} = ${organizationId}`,
    sql`${figures.subject} = ${subject}`,
    sql`${figures.day} between ${from} and ${to}`,
    platform === undefined ? undefined : sql`${figures.platform} = ${platform}`,
    trigger === undefined ? undefined : sql`${figures.trigger} = ${trigger}`,
  );
}
