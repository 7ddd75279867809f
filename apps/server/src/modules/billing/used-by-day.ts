import { inArray, type SQL, sql } from 'drizzle-orm';
import { uncountedDays, usageDays, usageEvents } from '../../db/schema/usage-events.ts';

/** Select list that sums rows of `usedByDay`, which need the alias `used`. */
export const usedAmounts = sql`
  sum(used.interactions)::float8 as "interactions", sum(used.call_seconds)::float8 as "callSeconds"`;

/**
 * Selects usage of organizations by day: from their counters, or from events for days without counters. The lateral join keeps
 * query plans from reading events of other days.
 */
export function usedByDay(organizationIds: string[], since: string): SQL {
  return sql`(
    select organization_id, day, interactions, call_seconds from ${usageDays}
    where ${inArray(usageDays.organizationId, organizationIds)} and ${usageDays.day} >= ${since}
      and not exists (select from ${uncountedDays} where ${uncountedDays.day} = ${usageDays.day})
    union all
    select events.* from ${uncountedDays} cross join lateral (
      select ${usageEvents.organizationId}, ${uncountedDays.day}, ${eventAmounts} from ${usageEvents}
      where ${inArray(usageEvents.organizationId, organizationIds)}
        and ${usageEvents.day} = ${uncountedDays.day}
      group by ${usageEvents.organizationId}
    ) events
    where ${uncountedDays.day} >= ${since}
  )`;
}

/** Select list that sums usage events. */
const eventAmounts = sql`
  coalesce(sum(${usageEvents.quantity}) filter (where ${usageEvents.kind} = 'interactions'), 0)::bigint
    as interactions,
  coalesce(sum(${usageEvents.quantity}) filter (where ${usageEvents.kind} = 'call-seconds'), 0)::bigint
    as call_seconds`;
