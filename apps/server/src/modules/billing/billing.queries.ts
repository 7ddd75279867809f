import { and, eq, sql } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';
import { runs } from '../../db/schema/runs.ts';
import { quotaWarnings, usageDays, usageEvents } from '../../db/schema/usage-events.ts';
import type { Database } from '../../platform/database/db.ts';
import type { WorkScope } from '../../platform/database/scope.ts';
import { dayOf } from './billing-period.ts';
import type { UsedAmount } from './used-amount.ts';
import { usedAmounts, usedByDay } from './used-by-day.ts';

type UsageEvent = Pick<typeof usageEvents.$inferInsert, 'kind' | 'source' | 'quantity'>;

export interface UsageSum {
  interactions: number;
  callMinutes: number;
}

/** `UsedAmount` as a type literal, because a row type needs an index signature, which interfaces lack. */
type UsedRow = Pick<UsedAmount, keyof UsedAmount>;

/** Adds to today's usage of each source. */
export async function addUsage(scope: WorkScope, events: UsageEvent[]): Promise<void> {
  const { organizationId } = scope;
  await scope.db
    .insert(usageEvents)
    .values(events.map((event) => ({ ...event, organizationId })))
    .onConflictDoUpdate({
      target: [usageEvents.organizationId, usageEvents.day, usageEvents.kind, usageEvents.source],
      set: { quantity: sql`${usageEvents.quantity} + excluded.quantity` },
    });
}

export async function sumUsage({ db, organizationId }: WorkScope, since: Date): Promise<UsageSum> {
  const sums = await sumUsageOfAll(db, [organizationId], since);
  return sums.get(organizationId) ?? toSum({ interactions: 0, callSeconds: 0 });
}

/** Sums usage by organization. Organizations without usage are left out. */
export async function sumUsageOfAll(
  db: Database,
  organizationIds: string[],
  since: Date,
): Promise<Map<string, UsageSum>> {
  if (organizationIds.length === 0) return new Map();
  const { rows } = await db.execute<UsedRow & { organizationId: string }>(sql`
    select organization_id as "organizationId", ${usedAmounts}
    from ${usedByDay(organizationIds, dayOf(since))} used group by organization_id`);
  return new Map(rows.map(({ organizationId, ...used }) => [organizationId, toSum(used)]));
}

export async function sumUsageByDay(
  { db, organizationId }: WorkScope,
  since: Date,
): Promise<Map<string, UsageSum>> {
  const { rows } = await db.execute<UsedRow & { day: string }>(sql`
    select day::text, ${usedAmounts}
    from ${usedByDay([organizationId], dayOf(since))} used group by day`);
  return new Map(rows.map(({ day, ...used }) => [day, toSum(used)]));
}

/** Sums the planned interactions of open runs, minus those that are already counted. */
export async function sumReserved(scope: WorkScope): Promise<number> {
  // Reads the first row at or after the key, in key order, so that no query plan reads all usage of the day.
  const { organizationId, day, kind, source } = usageEvents;
  const key = sql`${organizationId}, ${day}, ${kind}, ${source}`;
  const ofDay = sql`(
    select case when first.source = 'run:' || ${runs.id} and first.day = days.day::date
      then first.quantity end
    from (
      select ${day}, ${source}, ${usageEvents.quantity} from ${usageEvents}
      where (${key}) >= (${runs.organizationId}, days.day::date, 'interactions', 'run:' || ${runs.id})
      order by ${key} limit 1
    ) first
  )`;
  const counted = sql`coalesce((
    select sum(${ofDay}) from generate_series(
      (${runs.createdAt} at time zone 'utc')::date, (now() at time zone 'utc')::date, '1 day'
    ) days(day)
  ), 0)`;
  const [row] = await scope.db
    .select({
      total: sql`coalesce(sum(greatest(${runs.plannedInteractions} - ${counted}, 0)), 0)`.mapWith(
        Number,
      ),
    })
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, scope.organizationId),
        sql`${runs.status} in ('queued', 'running')`,
      ),
    );
  return row?.total ?? 0;
}

/** Lists organizations with usage today or yesterday (UTC), and their usage since `since`. */
export async function listRecentUse(db: Database, since: Date) {
  const recent = await db
    .selectDistinct({
      organizationId: usageDays.organizationId,
      planId: organizations.planId,
      quotas: organizations.quotas,
      name: organizations.name,
    })
    .from(usageDays)
    .innerJoin(organizations, eq(organizations.id, usageDays.organizationId))
    .where(sql`${usageDays.day} >= (now() at time zone 'utc')::date - 1`);
  const ids = recent.map(({ organizationId }) => organizationId);
  const sums = await sumUsageOfAll(db, ids, since);
  return recent.flatMap(({ organizationId, name, ...terms }) => {
    const used = sums.get(organizationId);
    return used ? [{ organizationId, terms, name, used }] : [];
  });
}

/** @returns true if the warning is new, so that the caller has to send it */
export async function insertWarning(
  scope: WorkScope,
  warning: { period: string; kind: keyof UsageSum; quota: number; level: number },
): Promise<boolean> {
  const inserted = await scope.db
    .insert(quotaWarnings)
    .values({ ...warning, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning({ level: quotaWarnings.level });
  return inserted.length > 0;
}

function toSum({ interactions, callSeconds }: UsedAmount): UsageSum {
  return { interactions, callMinutes: Math.ceil(callSeconds / 60) };
}
