import { hasCustomSchedule, type StopReason } from '@parley/contract';
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { monitoringStops, monitors } from '../../../db/schema/monitoring.ts';
import { organizations } from '../../../db/schema/organizations.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { newId } from '../../../platform/security/ids.ts';
import { listUsedUp, type RunQuota } from '../../billing/billing.ts';
import { isSubscriptionActive } from '../../organizations/organizations.ts';
import type { MonitorKind, MonitorTerms } from './stop-reason-of.ts';

export type StopRow = typeof monitoringStops.$inferSelect & { reason: StopReason };

/** Number of monitors of one kind that are not paused. */
type ActiveKind = MonitorKind & { count: number };

export interface StopFacts {
  organizationId: string;
  name: string;
  terms: MonitorTerms;
  endsAt: Date | null;
  /** Current time of the database. */
  now: Date;
  usedUp: ReadonlySet<RunQuota>;
  active: ActiveKind[];
  /** Stops that are announced, or that have begun and are not over. */
  open: StopRow[];
}

/** The same condition as `hasCustomSchedule`, in SQL. */
const isCustom = sql<boolean>`coalesce(
  jsonb_typeof(${suites.monitoringConfig} -> 'cron') = 'string'
  and ${suites.monitoringConfig} ->> 'cron' ~ '[^[:space:]]', false)`;

const isActive = and(
  suites.isMonitoring,
  sql`not exists (select from ${monitors}
    where ${monitors.suiteId} = ${suites.id} and ${monitors.pausedUntil} > now())`,
);

/** Reads the facts of one organization, or of all organizations with active monitors or open stops. */
export async function readStopFacts(db: Database, only?: string): Promise<StopFacts[]> {
  const kinds = await db
    .select({
      organizationId: suites.organizationId,
      platform: suites.platform,
      isCustom,
      count: sql<number>`count(*)::int`,
    })
    .from(suites)
    .where(and(isActive, only === undefined ? undefined : eq(suites.organizationId, only)))
    .groupBy(suites.organizationId, suites.platform, isCustom);
  const open = await db
    .select()
    .from(monitoringStops)
    .where(
      and(
        isNull(monitoringStops.resumedAt),
        only === undefined ? undefined : eq(monitoringStops.organizationId, only),
      ),
    );
  const activeOf = Map.groupBy(kinds, ({ organizationId }) => organizationId);
  const openOf = Map.groupBy(open as StopRow[], ({ organizationId }) => organizationId);
  const ids = only === undefined ? [...new Set([...activeOf.keys(), ...openOf.keys()])] : [only];
  const rows = await readTerms(db, ids);
  const usedUp = await listUsedUp(
    db,
    rows.map(({ organizationId, terms }) => ({ organizationId, ...terms })),
  );
  return rows.map((row) => ({
    ...row,
    usedUp: usedUp.get(row.organizationId) ?? new Set(),
    active: activeOf.get(row.organizationId) ?? [],
    open: openOf.get(row.organizationId) ?? [],
  }));
}

async function readTerms(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      organizationId: organizations.id,
      name: organizations.name,
      terms: {
        planId: organizations.planId,
        quotas: organizations.quotas,
        subscriptionStatus: organizations.subscriptionStatus,
        isOpen: isSubscriptionActive,
      },
      endsAt: organizations.subscriptionEndsAt,
      now: sql<string>`now()::text`,
    })
    .from(organizations)
    .where(inArray(organizations.id, ids));
  return rows.map((row) => ({ ...row, now: new Date(row.now) }));
}

/** Counts the stopped monitors by reason, according to the stops that workers have recorded. */
export async function countStopped(db: Database): Promise<{ reason: StopReason; count: number }[]> {
  return db
    .select({
      reason: sql<StopReason>`${monitoringStops.reason}`,
      count: sql<number>`count(*)::int`,
    })
    .from(monitoringStops)
    .innerJoin(suites, eq(suites.organizationId, monitoringStops.organizationId))
    .where(
      and(
        isNotNull(monitoringStops.stoppedAt),
        isNull(monitoringStops.resumedAt),
        isActive,
        sql`(${monitoringStops.reason} <> 'schedule' or ${isCustom})`,
        sql`(${monitoringStops.reason} <> 'callMinutes' or ${suites.platform} = 'phone')`,
      ),
    )
    .groupBy(monitoringStops.reason);
}

export interface ActiveMonitor extends MonitorKind {
  name: string;
}

export async function listActiveMonitors(scope: WorkScope): Promise<ActiveMonitor[]> {
  const rows = await scope.db
    .select({ name: suites.name, platform: suites.platform, config: suites.monitoringConfig })
    .from(suites)
    .where(and(isActive, eq(suites.organizationId, scope.organizationId)))
    .orderBy(asc(suites.searchName), asc(suites.id));
  return rows.map(({ config, ...row }) => ({ ...row, isCustom: hasCustomSchedule(config) }));
}

/** Stores an announced end, or changes its time. */
export async function announceStop(scope: WorkScope, endsAt: Date): Promise<void> {
  await scope.db
    .insert(monitoringStops)
    .values({
      id: newId(),
      organizationId: scope.organizationId,
      reason: 'locked',
      announcedFor: endsAt,
    })
    .onConflictDoUpdate({
      target: [monitoringStops.organizationId, monitoringStops.reason],
      targetWhere: isNull(monitoringStops.resumedAt),
      set: { announcedFor: endsAt },
    });
}

export async function forgetAnnouncement(scope: WorkScope): Promise<void> {
  await scope.db
    .delete(monitoringStops)
    .where(
      and(
        eq(monitoringStops.organizationId, scope.organizationId),
        isNull(monitoringStops.stoppedAt),
      ),
    );
}

export async function beginStop(scope: WorkScope, reason: StopReason, since: Date): Promise<void> {
  await scope.db
    .insert(monitoringStops)
    .values({ id: newId(), organizationId: scope.organizationId, reason, stoppedAt: since })
    .onConflictDoUpdate({
      target: [monitoringStops.organizationId, monitoringStops.reason],
      targetWhere: isNull(monitoringStops.resumedAt),
      set: { stoppedAt: since },
    });
}

/**
 * Records that no worker was running from `since` until now.
 *
 * @returns the organization's name, and the current time of the database; undefined if the interruption was already recorded
 */
export async function noteInterruption(
  { db, organizationId }: WorkScope,
  since: Date,
): Promise<{ name: string; until: Date } | undefined> {
  const { rows } = await db.execute<{ name: string; until: string }>(sql`
    insert into ${monitoringStops} (id, organization_id, reason, stopped_at, resumed_at)
    select ${newId()}, ${organizationId}, 'worker', ${since.toISOString()}::timestamptz, now()
    where not exists (
      select from ${monitoringStops}
      where organization_id = ${organizationId} and reason = 'worker'
        and resumed_at > ${since.toISOString()}::timestamptz
    )
    returning resumed_at::text as until,
      (select name from ${organizations} where id = ${organizationId}) as name`);
  const [row] = rows;
  return row && { name: row.name, until: new Date(row.until) };
}

export async function endStop(scope: WorkScope, id: string): Promise<void> {
  await scope.db
    .update(monitoringStops)
    .set({ resumedAt: sql`now()` })
    .where(
      and(eq(monitoringStops.organizationId, scope.organizationId), eq(monitoringStops.id, id)),
    );
}

/**
 * Marks the monitors of an organization to be planned anew, without making up for missed slots. Skips locked monitors: the
 * process that evaluates their slot may be waiting for the organization, which is locked here.
 */
export async function planAnew({ db, organizationId }: WorkScope): Promise<void> {
  const free = db
    .select({ suiteId: monitors.suiteId })
    .from(monitors)
    .where(eq(monitors.organizationId, organizationId))
    .for('update', { skipLocked: true });
  await db.update(monitors).set({ plannedAt: null }).where(inArray(monitors.suiteId, free));
}
