import type { MonitoringConfig } from '@parley/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { exclusionCalendars } from '../../db/schema/monitoring.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { calendarIdsOf } from './calendar-ids-of.ts';

/**
 * Refuses exclusion calendars that the organization does not have. The suite's current ones can be sent again, even if they
 * were deleted since.
 */
export async function requireCalendars(
  { db, organizationId }: Scope,
  before: MonitoringConfig | null,
  wanted: MonitoringConfig | null | undefined,
): Promise<void> {
  const known = calendarIdsOf(before);
  const added = calendarIdsOf(wanted).filter((id) => !known.includes(id));
  if (added.length === 0) return;
  const rows = await db
    .select({ id: exclusionCalendars.id })
    .from(exclusionCalendars)
    .where(
      and(
        eq(exclusionCalendars.organizationId, organizationId),
        inArray(exclusionCalendars.id, added),
      ),
    );
  const missing = added.find((id) => !rows.some((row) => row.id === id));
  if (missing === undefined) return;
  throw new ApiError('not_found', {
    message: 'The exclusion calendar was not found.',
    problems: [{ path: 'monitoringConfig.calendarIds', message: `There is no ${missing}.` }],
  });
}
