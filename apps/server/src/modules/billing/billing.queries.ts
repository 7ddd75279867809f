import { and, count, desc, eq, gte, inArray, sql, sum } from 'drizzle-orm';
import { devices } from '../../db/schema/devices.ts';
import { monitorSlots } from '../../db/schema/monitoring.ts';
import { memberships, organizations } from '../../db/schema/organizations.ts';
import { runs } from '../../db/schema/runs.ts';
import { suites } from '../../db/schema/suites.ts';
import { quotaWarnings, usageEvents } from '../../db/schema/usage-events.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/db.ts';
import type { WorkScope } from '../../platform/scope.ts';
import { dayOf } from './billing-period.ts';
import type { QuotaTerms } from './plan-quotas.ts';

type UsageEvent = Pick<typeof usageEvents.$inferInsert, 'kind' | 'source' | 'quantity'>;

export interface UsageSum {
  interactions: number;
  callMinutes: number;
}

const stoppedMonitorsMax = 20;

/** Adds to what the source has used today. */
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

export async function sumUsage(scope: WorkScope, since: Date): Promise<UsageSum> {
  const rows = await scope.db
    .select({ kind: usageEvents.kind, total: sum(usageEvents.quantity).mapWith(Number) })
    .from(usageEvents)
    .where(usedSince(scope, since))
    .groupBy(usageEvents.kind);
  return toSum(rows);
}

/** By organization; one that used nothing is left out. */
export async function sumUsageOfAll(
  db: Database,
  organizationIds: string[],
  since: Date,
): Promise<Map<string, UsageSum>> {
  if (organizationIds.length === 0) return new Map();
  const rows = await db
    .select({
      organizationId: usageEvents.organizationId,
      kind: usageEvents.kind,
      total: sum(usageEvents.quantity).mapWith(Number),
    })
    .from(usageEvents)
    .where(
      and(inArray(usageEvents.organizationId, organizationIds), gte(usageEvents.day, dayOf(since))),
    )
    .groupBy(usageEvents.organizationId, usageEvents.kind);
  const byOrganization = Map.groupBy(rows, ({ organizationId }) => organizationId);
  return new Map([...byOrganization].map(([id, ofOne]) => [id, toSum(ofOne)]));
}

export async function sumUsageByDay(scope: WorkScope, since: Date): Promise<Map<string, UsageSum>> {
  const rows = await scope.db
    .select({
      day: usageEvents.day,
      kind: usageEvents.kind,
      total: sum(usageEvents.quantity).mapWith(Number),
    })
    .from(usageEvents)
    .where(usedSince(scope, since))
    .groupBy(usageEvents.day, usageEvents.kind);
  const days = Map.groupBy(rows, ({ day }) => day);
  return new Map([...days].map(([day, ofDay]) => [day, toSum(ofDay)]));
}

export async function countHeld(
  scope: WorkScope,
): Promise<Record<'devices' | 'monitoredTests', number>> {
  const [held] = await scope.db
    .select({ total: count() })
    .from(devices)
    .where(eq(devices.organizationId, scope.organizationId));
  const [monitored] = await scope.db
    .select({ total: sum(suites.testCount).mapWith(Number) })
    .from(suites)
    .where(and(eq(suites.organizationId, scope.organizationId), suites.isMonitoring));
  return { devices: held?.total ?? 0, monitoredTests: monitored?.total ?? 0 };
}

/** What the runs that have not ended may still use: planned, less what is counted already. */
export async function sumReserved(scope: WorkScope): Promise<number> {
  const counted = sql`coalesce((
    select sum(${usageEvents.quantity}) from ${usageEvents}
    where ${usageEvents.organizationId} = ${runs.organizationId}
      and ${usageEvents.day} >= (${runs.createdAt} at time zone 'utc')::date
      and ${usageEvents.kind} = 'interactions'
      and ${usageEvents.source} = 'run:' || ${runs.id}
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

/** One start at a time per organization: two at once cannot both take the last of a quota. */
export async function lockPlan(scope: WorkScope): Promise<QuotaTerms | undefined> {
  const [row] = await scope.db
    .select({ planId: organizations.planId, quotas: organizations.quotas })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId))
    .for('no key update');
  return row;
}

export async function listStoppedMonitors(scope: WorkScope) {
  const rows = await scope.db
    .select({
      suiteId: monitorSlots.suiteId,
      suiteName: suites.name,
      slot: monitorSlots.slot,
      reason: monitorSlots.reason,
    })
    .from(monitorSlots)
    .innerJoin(suites, eq(suites.id, monitorSlots.suiteId))
    .where(
      and(
        eq(suites.organizationId, scope.organizationId),
        eq(monitorSlots.outcome, 'refused'),
        eq(monitorSlots.result, 'ignored'),
        sql`${monitorSlots.slot} > now() - interval '3 days'`,
      ),
    )
    .orderBy(desc(monitorSlots.slot), monitorSlots.suiteId)
    .limit(stoppedMonitorsMax);
  return rows.map((row) => ({ ...row, slot: row.slot.toISOString(), reason: row.reason ?? '' }));
}

/** Organizations that used something lately, with what they used in the period. */
export async function listRecentUse(db: Database, since: Date) {
  const recent = sql`${usageEvents.organizationId} in (
    select organization_id from ${usageEvents} recent
    where recent.day >= (now() at time zone 'utc')::date - 1
  )`;
  const rows = await db
    .select({
      organizationId: usageEvents.organizationId,
      planId: organizations.planId,
      quotas: organizations.quotas,
      name: organizations.name,
      kind: usageEvents.kind,
      total: sum(usageEvents.quantity).mapWith(Number),
    })
    .from(usageEvents)
    .innerJoin(organizations, eq(organizations.id, usageEvents.organizationId))
    .where(and(gte(usageEvents.day, dayOf(since)), recent))
    .groupBy(usageEvents.organizationId, organizations.id, usageEvents.kind);
  const byOrganization = Map.groupBy(rows, ({ organizationId }) => organizationId);
  return [...byOrganization.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            organizationId: first.organizationId,
            terms: { planId: first.planId, quotas: first.quotas },
            name: first.name,
            used: toSum([first, ...others]),
          },
        ],
  );
}

/** Whether it is the caller who has to tell. */
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

export async function listAdministrators(
  scope: WorkScope,
): Promise<{ email: string; role: 'owner' | 'admin' | 'member' }[]> {
  return scope.db
    .select({ email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, scope.organizationId),
        sql`${memberships.role} in ('owner', 'admin')`,
      ),
    )
    .limit(1000);
}

function usedSince(scope: WorkScope, since: Date) {
  return and(
    eq(usageEvents.organizationId, scope.organizationId),
    gte(usageEvents.day, dayOf(since)),
  );
}

function toSum(rows: { kind: 'interactions' | 'call-seconds'; total: number }[]): UsageSum {
  const totalOf = (wanted: string) => rows.find(({ kind }) => kind === wanted)?.total ?? 0;
  return {
    interactions: totalOf('interactions'),
    callMinutes: Math.ceil(totalOf('call-seconds') / 60),
  };
}
