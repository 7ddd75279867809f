import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { exclusionCalendars } from '../../../db/schema/monitoring.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../../platform/database/scope.ts';

export type CalendarRow = typeof exclusionCalendars.$inferSelect;

export type CalendarContent = Pick<CalendarRow, 'name' | 'timeZone' | 'windows' | 'holidays'>;

export function listCalendars(scope: WorkScope): Promise<CalendarRow[]> {
  return scope.db
    .select()
    .from(exclusionCalendars)
    .where(eq(exclusionCalendars.organizationId, scope.organizationId))
    .orderBy(asc(exclusionCalendars.name));
}

/** Finds those of the given calendars that still exist. */
export function findCalendars(scope: WorkScope, ids: string[]): Promise<CalendarRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return scope.db
    .select()
    .from(exclusionCalendars)
    .where(
      and(
        eq(exclusionCalendars.organizationId, scope.organizationId),
        inArray(exclusionCalendars.id, ids),
      ),
    )
    .orderBy(asc(exclusionCalendars.name));
}

/**
 * Like `findCalendars`, for several organizations. The caller must ensure that each monitor uses only calendars of its own
 * organization.
 */
export function findCalendarsOfAll(db: Database, ids: string[]): Promise<CalendarRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(exclusionCalendars)
    .where(inArray(exclusionCalendars.id, ids))
    .orderBy(asc(exclusionCalendars.name));
}

export async function countCalendars(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ total: count() })
    .from(exclusionCalendars)
    .where(eq(exclusionCalendars.organizationId, scope.organizationId));
  return row?.total ?? 0;
}

export async function insertCalendar(
  scope: Scope,
  calendar: CalendarContent & { id: string },
): Promise<CalendarRow> {
  const [row] = await scope.db
    .insert(exclusionCalendars)
    .values({ ...calendar, organizationId: scope.organizationId })
    .returning();
  return row as CalendarRow;
}

export async function updateCalendar(
  scope: Scope,
  id: string,
  content: CalendarContent,
): Promise<CalendarRow | undefined> {
  const [row] = await scope.db
    .update(exclusionCalendars)
    .set(content)
    .where(inScope(scope, id))
    .returning();
  return row;
}

export async function deleteCalendar(scope: Scope, id: string): Promise<CalendarRow | undefined> {
  const [row] = await scope.db.delete(exclusionCalendars).where(inScope(scope, id)).returning();
  return row;
}

function inScope(scope: Scope, id: string) {
  return and(
    eq(exclusionCalendars.organizationId, scope.organizationId),
    eq(exclusionCalendars.id, id),
  );
}
