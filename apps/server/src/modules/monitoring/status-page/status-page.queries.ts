import {
  statusPages as contract,
  type MonitoringConfig,
  type StatusPageSettings,
} from '@parley/contract';
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { alerts } from '../../../db/schema/alerts.ts';
import { monitorSlots, monitors, statusPages } from '../../../db/schema/monitoring.ts';
import { organizations } from '../../../db/schema/organizations.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { isSubscriptionActive } from '../../organizations/organizations.ts';
import { dayFigures } from '../../runs/runs.ts';

export type StatusPageRow = typeof statusPages.$inferSelect;

const incidentsMax = 50;

const since = sql`now() - make_interval(days => ${contract.statusDays})`;

export async function findStatusPage(scope: WorkScope): Promise<StatusPageRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(statusPages)
    .where(eq(statusPages.organizationId, scope.organizationId));
  return row;
}

/** Finds a public status page by slug, unless its organization is locked. */
export async function findPublicPage(
  db: Database,
  slug: string,
): Promise<StatusPageRow | undefined> {
  const [row] = await db
    .select({ page: statusPages })
    .from(statusPages)
    .innerJoin(organizations, eq(organizations.id, statusPages.organizationId))
    .where(and(eq(statusPages.slug, slug), eq(statusPages.isPublic, true), isSubscriptionActive));
  return row?.page;
}

export async function putStatusPage(scope: WorkScope, settings: StatusPageSettings): Promise<void> {
  await scope.db
    .insert(statusPages)
    .values({ ...settings, organizationId: scope.organizationId })
    .onConflictDoUpdate({ target: statusPages.organizationId, set: settings });
}

export interface FoundSuite {
  id: string;
  isMonitoring: boolean;
  isPaused: boolean;
  /** True if the last due slot was run and workers are planning the next one on time. */
  isChecked: boolean;
  platform: 'webchat' | 'phone';
  config: MonitoringConfig | null;
}

/**
 * True if the last evaluated slot was run. Skips slots whose run was cancelled, which say nothing about the next one, and slots
 * without a result yet.
 */
const wasRunWhenDue = sql`(
  select ${monitorSlots.outcome} = 'run' from ${monitorSlots}
  where ${monitorSlots.suiteId} = ${monitors.suiteId} and ${monitorSlots.result} is not null
    and (${monitorSlots.outcome} <> 'run' or ${monitorSlots.result} <> 'ignored')
  order by ${monitorSlots.slot} desc limit 1
)`;

/**
 * True if workers plan the monitor on time. They do so every few seconds, so if a slot is 15 minutes late, no worker is
 * running.
 */
const isMinded = sql`${monitors.nextAt} > now() - interval '15 minutes'`;

/** Finds those of the given suites that still exist in the organization. */
export function listShownSuites(scope: WorkScope, ids: string[]): Promise<FoundSuite[]> {
  return scope.db
    .select({
      id: suites.id,
      isMonitoring: suites.isMonitoring,
      isPaused: sql<boolean>`coalesce(${monitors.pausedUntil} > now(), false)`,
      platform: suites.platform,
      config: suites.monitoringConfig,
      isChecked: sql<boolean>`coalesce(${wasRunWhenDue} and ${isMinded}, false)`,
    })
    .from(suites)
    .leftJoin(monitors, eq(monitors.suiteId, suites.id))
    .where(and(eq(suites.organizationId, scope.organizationId), inArray(suites.id, ids)));
}

/** Counts runs that monitoring started and did not repeat, by suite, day and outcome. */
export function listMonitoredDays(scope: WorkScope, ids: string[]) {
  const figures = dayFigures(scope.db);
  return scope.db
    .select({
      suiteId: figures.subject,
      day: figures.day,
      outcome: figures.outcome,
      runs: sql<number>`sum(${figures.runs} - ${figures.repeated})::int`,
    })
    .from(figures)
    .where(
      and(
        eq(figures.organizationId, scope.organizationId),
        inArray(figures.subject, ids),
        eq(figures.trigger, 'monitor'),
        gt(figures.day, sql`((${since}) at time zone 'utc')::date`),
      ),
    )
    .groupBy(figures.subject, figures.day, figures.outcome);
}

/** Lists incidents: open ones first, of which a suite has at most one, then the newest. */
export function listIncidents(scope: WorkScope, ids: string[]) {
  return scope.db
    .select({
      suiteId: alerts.suiteId,
      openedAt: alerts.openedAt,
      resolvedAt: alerts.resolvedAt,
    })
    .from(alerts)
    .where(
      and(
        eq(alerts.organizationId, scope.organizationId),
        inArray(alerts.suiteId, ids),
        or(isNull(alerts.resolvedAt), gt(alerts.openedAt, since)),
      ),
    )
    .orderBy(sql`${alerts.resolvedAt} is null desc`, desc(alerts.openedAt))
    .limit(incidentsMax);
}
