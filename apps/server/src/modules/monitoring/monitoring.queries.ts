import type { Monitor, MonitoringConfig } from '@parley/contract';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { nameOrder } from '../../db/name-order.ts';
import { monitorSlots, monitors } from '../../db/schema/monitoring.ts';
import { organizations } from '../../db/schema/organizations.ts';
import { projects } from '../../db/schema/projects.ts';
import { suites } from '../../db/schema/suites.ts';
import type { Database } from '../../platform/db.ts';
import type { Scope, WorkScope } from '../../platform/scope.ts';

export type SlotRow = typeof monitorSlots.$inferSelect;

export interface DueMonitor {
  suiteId: string;
  organizationId: string;
  config: MonitoringConfig | null;
  planId: string | null;
  subscriptionStatus: string;
  /** A worker has seen it before. */
  isKnown: boolean;
  /** Null where nothing was planned yet. */
  nextAt: Date | null;
  /** Begun or changed since the last look. */
  isNew: boolean;
  /** The clock of the database stands before the last look. */
  isRewound: boolean;
  pausedUntil: Date | null;
  /** By the clock of the database, like all the times here. */
  now: Date;
}

/** Monitored suites that are due, or whose schedule nobody has looked at since it was changed. */
export async function listDueMonitors(db: Database, limit: number): Promise<DueMonitor[]> {
  const isNew = sql<boolean>`(${monitors.suiteId} is null
    or ${monitors.plannedConfig} is distinct from ${suites.monitoringConfig})`;
  const isRewound = sql<boolean>`coalesce(${monitors.plannedAt} > now() + interval '5 seconds', false)`;
  const rows = await db
    .select({
      suiteId: suites.id,
      organizationId: suites.organizationId,
      config: suites.monitoringConfig,
      planId: organizations.planId,
      subscriptionStatus: organizations.subscriptionStatus,
      isKnown: sql<boolean>`${monitors.suiteId} is not null`,
      nextAt: monitors.nextAt,
      isNew,
      isRewound,
      pausedUntil: monitors.pausedUntil,
      now: sql<string>`now()::text`,
    })
    .from(suites)
    .innerJoin(organizations, eq(organizations.id, suites.organizationId))
    .leftJoin(monitors, eq(monitors.suiteId, suites.id))
    .where(
      and(
        eq(suites.isMonitoring, true),
        inArray(organizations.subscriptionStatus, ['trial', 'enabled']),
        sql`coalesce(${organizations.subscriptionEndsAt} > now(), true)`,
        sql`(${isNew} or ${isRewound} or ${monitors.nextAt} <= now())`,
      ),
    )
    .orderBy(sql`${monitors.nextAt} nulls first`)
    .limit(limit);
  return rows.map((row) => ({ ...row, now: new Date(row.now) }));
}

/** Whether it is the caller's: not when another worker has done it in the meantime. */
export async function lockDueMonitor(
  { db }: WorkScope,
  { suiteId, nextAt }: DueMonitor,
): Promise<boolean> {
  const [row] = await db
    .select({ nextAt: monitors.nextAt })
    .from(monitors)
    .where(eq(monitors.suiteId, suiteId))
    .for('update');
  return row !== undefined && row.nextAt?.getTime() === nextAt?.getTime();
}

/**
 * After a restore: every monitor is planned anew from then on, and none makes up for the past or
 * draws conclusions from runs that were open.
 */
export async function planAllAnew(db: Database): Promise<void> {
  await db.update(monitors).set({ plannedAt: sql`'infinity'` });
  await db
    .update(monitorSlots)
    .set({ result: 'ignored', reason: 'A backup was restored meanwhile.' })
    .where(sql`${monitorSlots.outcome} = 'run' and ${monitorSlots.result} is null`);
}

type Plan = Pick<typeof monitors.$inferInsert, 'nextAt' | 'plannedAt' | 'plannedConfig'>;

export async function planMonitor(scope: WorkScope, suiteId: string, plan: Plan): Promise<void> {
  const { organizationId } = scope;
  await scope.db
    .insert(monitors)
    .values({ suiteId, organizationId, ...plan })
    .onConflictDoUpdate({ target: monitors.suiteId, set: plan });
}

/** Whether the slot is the caller's: exactly one of all who ask for it gets it. */
export async function useSlot(
  scope: WorkScope,
  slot: typeof monitorSlots.$inferInsert,
): Promise<boolean> {
  const used = await scope.db
    .insert(monitorSlots)
    .values(slot)
    .onConflictDoNothing()
    .returning({ slot: monitorSlots.slot });
  return used.length > 0;
}

export async function changeSlot(
  scope: WorkScope,
  { suiteId, slot }: Pick<SlotRow, 'suiteId' | 'slot'>,
  change: Partial<Omit<SlotRow, 'suiteId' | 'slot'>>,
): Promise<void> {
  await scope.db
    .update(monitorSlots)
    .set(change)
    .where(and(eq(monitorSlots.suiteId, suiteId), eq(monitorSlots.slot, slot)));
}

/** After the clock was set back: what lies ahead of it again has not happened. */
export async function deleteSlotsAhead(scope: WorkScope, suiteId: string): Promise<void> {
  await scope.db
    .delete(monitorSlots)
    .where(and(eq(monitorSlots.suiteId, suiteId), sql`${monitorSlots.slot} > now()`));
}

/** Slots that can't be asked for again; of each suite the last ones stay for its alerts. */
export async function deleteOldSlots(db: Database): Promise<void> {
  await db.execute(sql`
    delete from ${monitorSlots} old
    where old.slot < now() - interval '3 days' and 20 <= (
      select count(*) from (
        select from ${monitorSlots} newer
        where newer.suite_id = old.suite_id and newer.slot > old.slot limit 20
      ) kept
    )`);
}

/** Monitoring that was switched off begins anew when it is switched on again. */
export async function forgetUnmonitored(db: Database): Promise<void> {
  const off = db.select({ id: suites.id }).from(suites).where(eq(suites.isMonitoring, false));
  await db.delete(monitors).where(inArray(monitors.suiteId, off));
}

export async function setPause(scope: Scope, suiteId: string, until: Date | null): Promise<void> {
  await scope.db
    .insert(monitors)
    .values({ suiteId, organizationId: scope.organizationId, pausedUntil: until })
    .onConflictDoUpdate({ target: monitors.suiteId, set: { pausedUntil: until } });
}

const monitorColumns = {
  suiteId: suites.id,
  suiteName: suites.name,
  searchName: suites.searchName,
  projectId: suites.projectId,
  projectName: projects.name,
  platform: suites.platform,
  config: suites.monitoringConfig,
  nextAt: monitors.nextAt,
  pausedUntil: sql<string | null>`case when ${monitors.pausedUntil} > now()
    then ${monitors.pausedUntil} end`.mapWith(monitors.pausedUntil),
};

export type MonitorRow = Omit<
  Monitor,
  'schedule' | 'slots' | 'nextAt' | 'pausedUntil' | 'alertSince'
> & { searchName: string; nextAt: Date | null; pausedUntil: Date | null };

export interface MonitorPlace {
  name: string;
  id: string;
}

export function listMonitors(
  scope: Scope,
  after: MonitorPlace | undefined,
  limit: number,
): Promise<MonitorRow[]> {
  return selectMonitors(scope)
    .where(
      and(
        eq(suites.organizationId, scope.organizationId),
        eq(suites.isMonitoring, true),
        after &&
          sql`(${nameOrder(suites.searchName)}, ${suites.id}) > (${after.name}, ${after.id})`,
      ),
    )
    .orderBy(asc(nameOrder(suites.searchName)), asc(suites.id))
    .limit(limit);
}

export async function findMonitor(scope: Scope, suiteId: string): Promise<MonitorRow | undefined> {
  const [row] = await selectMonitors(scope).where(
    and(
      eq(suites.organizationId, scope.organizationId),
      eq(suites.id, suiteId),
      eq(suites.isMonitoring, true),
    ),
  );
  return row;
}

function selectMonitors(scope: Scope) {
  return scope.db
    .select(monitorColumns)
    .from(suites)
    .innerJoin(projects, eq(projects.id, suites.projectId))
    .leftJoin(monitors, eq(monitors.suiteId, suites.id));
}

/** The last slots of each suite, newest first. */
export async function listLastSlots(
  db: Database,
  suiteIds: string[],
  limit: number,
): Promise<SlotRow[]> {
  if (suiteIds.length === 0) return [];
  const ranked = db.$with('ranked').as(
    db
      .select({
        suiteId: monitorSlots.suiteId,
        slot: monitorSlots.slot,
        place: sql<number>`row_number() over
          (partition by ${monitorSlots.suiteId} order by ${monitorSlots.slot} desc)`.as('place'),
      })
      .from(monitorSlots)
      .where(inArray(monitorSlots.suiteId, suiteIds)),
  );
  const rows = await db
    .with(ranked)
    .select({ slot: monitorSlots })
    .from(monitorSlots)
    .innerJoin(
      ranked,
      and(eq(ranked.suiteId, monitorSlots.suiteId), eq(ranked.slot, monitorSlots.slot)),
    )
    .where(sql`${ranked.place} <= ${limit}`)
    .orderBy(desc(monitorSlots.slot));
  return rows.map(({ slot }) => slot);
}
