import { and, desc, eq, inArray, lte, min, ne, type SQL, sql } from 'drizzle-orm';
import { runDays } from '../../db/schema/history.ts';
import { runs } from '../../db/schema/runs.ts';
import type { Scope } from '../../platform/scope.ts';
import type { RunFilter, RunPlace } from './runs.queries.ts';

/** A day on which a page certainly has its last run. */
export interface OldestDay {
  day: string;
  /** There is nothing that matches before it. */
  isFirst: boolean;
}

/**
 * How far back a page of runs reaches, by the figures of the days: a filter that few runs pass, or
 * none, is then looked for on the days that have them instead of among all runs. Runs that have not
 * ended are in no figures, and are reached in any case.
 */
export async function oldestDayOfPage(
  scope: Scope,
  filter: RunFilter,
  after: RunPlace | undefined,
  limit: number,
): Promise<OldestDay> {
  const days = await scope.db
    .select({ day: runDays.day, runs: sql<number>`sum(${runDays.runs})`.mapWith(Number) })
    .from(runDays)
    .where(and(...matching(scope, filter), after && lte(runDays.day, dayOf(after.createdAt))))
    .groupBy(runDays.day)
    .orderBy(desc(runDays.day));
  const open = await oldestOpen(scope);
  const found = enough(filter, days, after, limit);
  return open !== undefined && open < found.day ? { ...found, day: open } : found;
}

function enough(
  { suiteId, projectId }: RunFilter,
  days: readonly { day: string; runs: number }[],
  after: RunPlace | undefined,
  limit: number,
): OldestDay {
  const first = days.at(-1)?.day ?? '9999-12-31';
  // Figures of a suite do not say in which project its runs were.
  if (suiteId !== undefined && projectId !== undefined) return { day: first, isFirst: true };
  let count = 0;
  for (const { day, runs: here } of days) {
    // Of the day where the page before ended nobody knows how many are left.
    if (after === undefined || day < dayOf(after.createdAt)) count += here;
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

function matching({ organizationId }: Scope, filter: RunFilter): (SQL | undefined)[] {
  const { status, platform, trigger, failureClass, from, to } = filter;
  const tellsApart = status !== undefined || failureClass !== undefined;
  return [
    eq(runDays.organizationId, organizationId),
    eq(runDays.subject, filter.suiteId ?? filter.projectId ?? organizationId),
    tellsApart ? ne(runDays.outcome, 'any') : eq(runDays.outcome, 'any'),
    sql`${runDays.runs} > 0`,
    status && sql`${runDays.outcome} = ${status}`,
    platform && eq(runDays.platform, platform),
    trigger && eq(runDays.trigger, trigger),
    failureClass && sql`${failureClass} = any(${runDays.failureClasses})`,
    from === undefined ? undefined : sql`${runDays.day} >= ${from}::date`,
    to === undefined ? undefined : sql`${runDays.day} <= ${to}::date`,
  ];
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
