import type { Monitor } from '@parley/contract';
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { nameOrder } from '../../../db/name-order.ts';
import { alerts } from '../../../db/schema/alerts.ts';
import { monitorSlots, monitors } from '../../../db/schema/monitoring.ts';
import { organizations } from '../../../db/schema/organizations.ts';
import { projects } from '../../../db/schema/projects.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../../platform/database/scope.ts';
import { ageOf } from '../../../platform/queue/waiting-work.ts';
import { isSubscriptionActive, type OrganizationRow } from '../../organizations/organizations.ts';
import type { SuiteRow } from '../../suites/suites.ts';

export type SlotRow = typeof monitorSlots.$inferSelect;

export interface DueMonitor {
  suite: SuiteRow;
  projectName: string;
  planId: string | null;
  quotas: OrganizationRow['quotas'];
  subscriptionStatus: OrganizationRow['subscriptionStatus'];
  /** False for an organization that is locked. */
  isOpen: boolean;
  /** Null if nothing was planned yet, or the schedule has no next time. */
  nextAt: Date | null;
  /** True if monitoring was turned on, changed or resumed since it was last planned. */
  isNew: boolean;
  /** True if the clock of the database is behind the time at which the monitor was last planned. */
  isRewound: boolean;
  pausedUntil: Date | null;
  /** Newest stored slot, of any schedule. */
  lastSlot: Date | null;
  /** Newest slot that was not prevented by the plan or a quota. */
  lastUsedSlot: Date | null;
  /** Current time of the database's clock, which also determines all other times here. */
  now: Date;
}

const isNew = sql<boolean>`(${monitors.plannedAt} is null
  or ${monitors.plannedConfig} is distinct from ${suites.monitoringConfig})`;

const isRewound = sql<boolean>`coalesce(${monitors.plannedAt} > now() + interval '5 seconds', false)`;

const lastSlot = sql<Date | null>`(
    select max(${monitorSlots.slot}) from ${monitorSlots}
    where ${monitorSlots.suiteId} = ${monitors.suiteId}
  )`.mapWith(monitorSlots.slot);

const lastUsedSlot = sql<Date | null>`(
    select max(${monitorSlots.slot}) from ${monitorSlots}
    where ${monitorSlots.suiteId} = ${monitors.suiteId}
      and not (${monitorSlots.outcome} = 'refused' and ${monitorSlots.result} = 'ignored')
  )`.mapWith(monitorSlots.slot);

/** Inserts the missing rows of monitored suites, which hold their plans and are locked for claims. */
export async function insertNewMonitors(db: Database): Promise<void> {
  await db.execute(sql`
    insert into ${monitors} (suite_id, organization_id)
    select suite.id, suite.organization_id from ${suites} suite
    where suite.is_monitoring
      and not exists (select from ${monitors} known where known.suite_id = suite.id)
    on conflict do nothing`);
}

export interface Claim {
  /** `due` selects by the planned time, which has an index; `unplanned` compares all monitors with their suites. */
  which: 'due' | 'unplanned';
  limit: number;
  /** Restricts the claim to these suites. */
  among?: string[];
  /** Suites to leave out. */
  except?: string[];
}

/**
 * Locks monitored suites that are due, or whose schedule has changed since it was planned, until the transaction ends. No other
 * process can then start or delete them, or start runs of their organizations. Skips rows that are locked elsewhere, so it
 * never waits.
 */
export async function claimDueMonitors(db: Database, claim: Claim): Promise<DueMonitor[]> {
  const { rows } = await db.execute<{ id: string }>(selectDue(claim));
  return readDueMonitors(
    db,
    rows.map(({ id }) => id),
  );
}

export const selectDue = ({ which, limit, among, except = [] }: Claim) => sql`
  select ${suites.id} as id from ${monitors}
  join ${suites} on ${suites.id} = ${monitors.suiteId}
  join ${organizations} on ${organizations.id} = ${suites.organizationId}
  where ${suites.isMonitoring}
    and ${which === 'due' ? sql`${monitors.nextAt} <= now()` : sql`(${isNew} or ${isRewound})`}
    and ${monitors.suiteId} <> all(${sql.param(except)}::text[])
    ${among ? sql`and ${monitors.suiteId} = any(${sql.param(among)}::text[])` : sql``}
  order by ${monitors.nextAt}
  limit ${limit}
  for update of ${monitors} skip locked
  for no key update of ${organizations} skip locked
  for key share of ${suites} skip locked`;

/** Reads the rows after they were locked. */
async function readDueMonitors(db: Database, suiteIds: string[]): Promise<DueMonitor[]> {
  if (suiteIds.length === 0) return [];
  const rows = await db
    .select({
      suite: suites,
      projectName: projects.name,
      planId: organizations.planId,
      quotas: organizations.quotas,
      subscriptionStatus: organizations.subscriptionStatus,
      isOpen: isSubscriptionActive,
      nextAt: monitors.nextAt,
      isNew,
      isRewound,
      pausedUntil: monitors.pausedUntil,
      lastSlot,
      lastUsedSlot,
      now: sql<string>`now()::text`,
    })
    .from(monitors)
    .innerJoin(suites, eq(suites.id, monitors.suiteId))
    .innerJoin(organizations, eq(organizations.id, suites.organizationId))
    .innerJoin(projects, eq(projects.id, suites.projectId))
    .where(inArray(monitors.suiteId, suiteIds));
  return rows.map((row) => ({ ...row, now: new Date(row.now) }));
}

/**
 * Marks every monitor to be planned anew after a restore. Missed slots are not made up for, and slots whose runs were open are
 * ignored.
 */
export async function planAllAnew(db: Database): Promise<void> {
  await db.update(monitors).set({ plannedAt: sql`'infinity'` });
  await db
    .update(monitorSlots)
    .set({ result: 'ignored', reason: 'A backup was restored in the meantime.' })
    .where(sql`${monitorSlots.outcome} = 'run' and ${monitorSlots.result} is null`);
}

type Plan = Pick<
  typeof monitors.$inferInsert,
  'suiteId' | 'organizationId' | 'nextAt' | 'plannedAt' | 'plannedConfig'
>;

export async function planMonitors(db: Database, plans: Plan[]): Promise<void> {
  await db
    .insert(monitors)
    .values(plans)
    .onConflictDoUpdate({
      target: monitors.suiteId,
      set: {
        nextAt: sql`excluded.next_at`,
        plannedAt: sql`excluded.planned_at`,
        plannedConfig: sql`excluded.planned_config`,
      },
    });
}

/** Claims slots: if several processes claim a slot, exactly one gets it. Returns the suites whose slot was claimed. */
export async function useSlots(
  db: Database,
  slots: (typeof monitorSlots.$inferInsert)[],
): Promise<Pick<SlotRow, 'suiteId'>[]> {
  if (slots.length === 0) return [];
  return db
    .insert(monitorSlots)
    .values(slots)
    .onConflictDoNothing()
    .returning({ suiteId: monitorSlots.suiteId });
}

/**
 * Lists the newest unevaluated slot of each of these suites, if it is in its first attempt. Call it in the transaction that
 * claimed the monitors.
 */
export async function listSlotsUnderWay(
  db: Database,
  suiteIds: string[],
): Promise<(Pick<SlotRow, 'suiteId' | 'slot' | 'standsSince'> & { runId: string })[]> {
  if (suiteIds.length === 0) return [];
  const { suiteId, slot, standsSince, runId } = monitorSlots;
  const rows = await db
    .selectDistinctOn([suiteId], { suiteId, slot, standsSince, runId })
    .from(monitorSlots)
    .where(
      and(
        inArray(suiteId, suiteIds),
        eq(monitorSlots.outcome, 'run'),
        isNull(monitorSlots.result),
        // Leave retries alone: renewing one would discard the result of the first attempt.
        eq(monitorSlots.retriesUsed, 0),
      ),
    )
    .orderBy(suiteId, desc(slot));
  return rows.flatMap((row) => (row.runId === null ? [] : [{ ...row, runId: row.runId }]));
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

/** Deletes slots in the future, which exist after the clock was set back. */
export async function deleteSlotsAhead(db: Database, suiteIds: string[]): Promise<void> {
  if (suiteIds.length === 0) return;
  await db
    .delete(monitorSlots)
    .where(and(inArray(monitorSlots.suiteId, suiteIds), sql`${monitorSlots.slot} > now()`));
}

/** Maximum number of monitors to delete at a time; the next call follows soon. */
const forgottenMax = 1000;

/** Deletes the state of suites that are no longer monitored, so that monitoring starts anew when it is turned on again. */
export async function forgetUnmonitored(db: Database): Promise<void> {
  // In this form, the query uses the index of monitored suites.
  const off = sql`select ${monitors.suiteId} from ${monitors}
    where not exists (
      select from ${suites} where ${suites.id} = ${monitors.suiteId} and ${suites.isMonitoring}
    ) limit ${forgottenMax}`;
  await db.delete(monitors).where(sql`${monitors.suiteId} = any(array(${off}))`);
}

/** Seconds after which a slot counts as late; workers look every 2 s. */
const lateAfterS = 30;

export async function countLateSlots(db: Database) {
  const [row] = await db
    .select({ count: count(), oldestSeconds: ageOf(sql`min(${monitors.nextAt})`) })
    .from(monitors)
    .innerJoin(suites, eq(suites.id, monitors.suiteId))
    .where(
      sql`${suites.isMonitoring} and ${monitors.nextAt} < now() - make_interval(secs => ${lateAfterS})`,
    );
  return { count: row?.count ?? 0, oldestSeconds: row?.oldestSeconds ?? 0 };
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
  isFailing: sql<boolean>`exists (select from ${alerts} where ${alerts.suiteId} = ${suites.id}
    and ${alerts.stopReason} is null and ${alerts.resolvedAt} is null)`,
  pausedUntil: sql<string | null>`case when ${monitors.pausedUntil} > now()
    then ${monitors.pausedUntil} end`.mapWith(monitors.pausedUntil),
};

export type MonitorRow = Omit<
  Monitor,
  'schedule' | 'slots' | 'nextAt' | 'pausedUntil' | 'alertSince' | 'incident' | 'stopped'
> & { searchName: string; isFailing: boolean; nextAt: Date | null; pausedUntil: Date | null };

export interface MonitorPlace {
  isFailing: boolean;
  name: string;
  id: string;
}

/** Lists monitors: failing ones first, each group by name. */
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
          sql`(not ${monitorColumns.isFailing}, ${nameOrder(suites.searchName)}, ${suites.id}) >
            (${!after.isFailing}, ${after.name}, ${after.id})`,
      ),
    )
    .orderBy(desc(monitorColumns.isFailing), asc(nameOrder(suites.searchName)), asc(suites.id))
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

/** Lists the last slots of each suite, newest first. */
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
