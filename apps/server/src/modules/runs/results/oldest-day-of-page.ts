import { statusesOf } from '@parley/contract';
import { and, desc, eq, gt, inArray, lte, min, ne, type SQL, sql } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { dayMs, startOfDay } from '../../../platform/time/start-of-day.ts';
import type { RunFilter, RunPlace } from '../log/runs.queries.ts';
import { type DayFigures, dayFigures } from './day-figures.ts';

/** Oldest day (UTC) that a page reaches. */
export interface OldestDay {
  day: string;
  /** True if no matching run is older. */
  isFirst: boolean;
}

/**
 * Finds the oldest day that a page of runs reaches, from the daily figures. With a filter that matches few runs, the query then
 * reads only the days with matches. Unfinished runs are missing from the figures, so the days since the oldest one are
 * included.
 */
export async function oldestDayOfPage(
  scope: Scope,
  filter: RunFilter,
  after: RunPlace | undefined,
  limit: number,
): Promise<OldestDay> {
  const figures = dayFigures(scope.db);
  const runs = sql<number>`sum(${figures.runs})`.mapWith(Number);
  const days = await scope.db
    .select({ day: figures.day, runs })
    .from(figures)
    .where(
      and(...matching(figures, scope, filter), after && lte(figures.day, dayOf(after.createdAt))),
    )
    .groupBy(figures.day)
    .having(gt(runs, 0))
    .orderBy(desc(figures.day));
  const open = await oldestOpen(scope);
  const found = enough(filter, days, after, limit);
  return open !== undefined && open < found.day ? { ...found, day: open } : found;
}

function enough(
  filter: RunFilter,
  days: readonly { day: string; runs: number }[],
  after: RunPlace | undefined,
  limit: number,
): OldestDay {
  const first = days.at(-1)?.day ?? '9999-12-31';
  const { suiteId, projectId } = filter;
  const cut = cutDay(filter);
  // The figures of a suite do not show in which project its runs were.
  if (suiteId !== undefined && projectId !== undefined) return { day: first, isFirst: true };
  let count = 0;
  for (const { day, runs: here } of days) {
    // The day on which the previous page ended does not count, because it is unknown how many of its runs are left.
    if (day !== cut && (after === undefined || day < dayOf(after.createdAt))) count += here;
    if (count >= limit) return { day, isFirst: day === first };
  }
  return { day: first, isFirst: true };
}

async function oldestOpen({ db, organizationId }: Scope): Promise<string | undefined> {
  const [row] = await db
    .select({ at: min(runs.createdAt) })
    .from(runs)
    .where(
      and(eq(runs.organizationId, organizationId), inArray(runs.status, ['queued', 'running'])),
    );
  return row?.at ? dayOf(row.at) : undefined;
}

function matching(
  figures: DayFigures,
  { organizationId }: Scope,
  filter: RunFilter,
): (SQL | undefined)[] {
  const { status, platform, trigger, failureClass } = filter;
  const { from, to } = utcDaysOf(filter);
  const tellsApart = status !== undefined || failureClass !== undefined;
  return [
    eq(figures.organizationId, organizationId),
    eq(figures.subject, filter.suiteId ?? filter.projectId ?? organizationId),
    tellsApart ? ne(figures.outcome, 'any') : eq(figures.outcome, 'any'),
    status && sql`${figures.outcome} = any(${sql.param(statusesOf(status))}::text[])`,
    platform && eq(figures.platform, platform),
    trigger && eq(figures.trigger, trigger),
    failureClass && sql`${failureClass} = any(${figures.failureClasses})`,
    from === undefined ? undefined : sql`${figures.day} >= ${from}::date`,
    to === undefined ? undefined : sql`${figures.day} <= ${to}::date`,
  ];
}

/** Returns the UTC days that a filter covers. */
function utcDaysOf({ from, to, timeZone }: RunFilter): Pick<RunFilter, 'from' | 'to'> {
  return {
    from: from && dayOf(startOfDay(from, timeZone)),
    to: to && dayOf(new Date(startOfDay(to, timeZone, 1).getTime() - 1)),
  };
}

/** Returns the newest of these days if the filter ends within it, because the number of its matching runs is then unknown. */
function cutDay({ to, timeZone }: RunFilter): string | undefined {
  if (to === undefined) return undefined;
  const end = startOfDay(to, timeZone, 1);
  return end.getTime() % dayMs === 0 ? undefined : dayOf(end);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
