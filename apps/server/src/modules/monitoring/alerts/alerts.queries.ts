import type { StopReason } from '@parley/contract';
import { and, asc, count, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { alertChannels, alertCounts, alertDeliveries, alerts } from '../../../db/schema/alerts.ts';
import { suites } from '../../../db/schema/suites.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../../platform/database/scope.ts';
import { createOutbox, later } from '../../../platform/outbox/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CleanUp, cleanUpRows } from '../../../platform/queue/clean-up.ts';
import { newId } from '../../../platform/security/ids.ts';
import { deliveriesTopic } from './alert-news.ts';
import { recordIncidents } from './incident-events.ts';
import { withEntry } from './timeline.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type ChannelRow = typeof alertChannels.$inferSelect;
export type DeliveryRow = typeof alertDeliveries.$inferSelect;

const listMax = 100;

export const alertOutbox = createOutbox(alertDeliveries, { claimS: 60 });

/** SQL time: the resolution of alerts that were resolved after it is still announced. */
export const toldAfter = sql`now() - interval '1 day'`;

export function listOpenAlerts(scope: WorkScope, suiteIds: string[]): Promise<AlertRow[]> {
  if (suiteIds.length === 0) return Promise.resolve([]);
  return scope.db
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.organizationId, scope.organizationId),
        inArray(alerts.suiteId, suiteIds),
        isNull(alerts.resolvedAt),
      ),
    );
}

/** Locks the open alert of a suite until the transaction ends, so that no concurrent change is lost. */
export async function lockOpenAlert(
  scope: WorkScope,
  suiteId: string,
): Promise<AlertRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.organizationId, scope.organizationId),
        eq(alerts.suiteId, suiteId),
        isNull(alerts.resolvedAt),
      ),
    )
    .for('update');
  return row;
}

/** Deletes the incidents of suites with their deliveries. */
export async function forgetAlertsOf(scope: Scope, suiteIds: string[]): Promise<void> {
  await scope.db
    .delete(alerts)
    .where(and(eq(alerts.organizationId, scope.organizationId), inArray(alerts.suiteId, suiteIds)));
}

/** Lists at most 100 alerts: open ones first, then the newest. */
export function listAlerts(scope: Scope): Promise<AlertRow[]> {
  return scope.db
    .select()
    .from(alerts)
    .where(eq(alerts.organizationId, scope.organizationId))
    .orderBy(sql`${alerts.resolvedAt} is null desc`, desc(alerts.openedAt), desc(alerts.id))
    .limit(listMax);
}

/** Opens an alert, unless the suite already has an open one. */
export async function openAlert(
  scope: WorkScope,
  alert: Pick<
    AlertRow,
    | 'id'
    | 'suiteId'
    | 'suiteName'
    | 'classes'
    | 'runId'
    | 'dueAt'
    | 'standsSince'
    | 'failingSince'
    | 'signatures'
    | 'evidence'
    | 'timeline'
  >,
): Promise<void> {
  const opened = await scope.db
    .insert(alerts)
    .values({ ...alert, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning({ id: alerts.id, organizationId: alerts.organizationId });
  await recordIncidents(scope.db, 'opened', opened);
}

export async function changeAlert(
  scope: WorkScope,
  id: string,
  change: Partial<Omit<AlertRow, 'id' | 'organizationId'>>,
): Promise<void> {
  await scope.db
    .update(alerts)
    .set(change)
    .where(and(eq(alerts.organizationId, scope.organizationId), eq(alerts.id, id)));
}

export async function resolveAlert(scope: WorkScope, alert: AlertRow): Promise<void> {
  const { id, timeline } = alert;
  await scope.db
    .update(alerts)
    .set({ resolvedAt: sql`now()`, timeline: withEntry(timeline, { change: 'resolved' }) })
    .where(and(eq(alerts.organizationId, scope.organizationId), eq(alerts.id, id)));
  await recordIncidents(scope.db, 'resolved', [alert]);
}

/** Opens an alert about stopped monitors. Call it once per stop. */
export async function openStopAlert(
  scope: WorkScope,
  alert: { organizationName: string; reason: StopReason; since: Date },
): Promise<void> {
  const { organizationId } = scope;
  const id = newId();
  await scope.db.insert(alerts).values({
    ...{ id, organizationId },
    suiteName: `Monitoring of ${alert.organizationName}`,
    stopReason: alert.reason,
    classes: [],
    openedAt: alert.since,
  });
  await recordIncidents(scope.db, 'opened', [{ id, organizationId }]);
}

export async function resolveStopAlerts(scope: WorkScope, reasons: StopReason[]): Promise<void> {
  const resolved = await scope.db
    .update(alerts)
    .set({ resolvedAt: sql`now()` })
    .where(
      and(
        eq(alerts.organizationId, scope.organizationId),
        inArray(alerts.stopReason, reasons),
        isNull(alerts.resolvedAt),
      ),
    )
    .returning({ id: alerts.id, organizationId: alerts.organizationId });
  await recordIncidents(scope.db, 'resolved', resolved);
}

/**
 * Resolves alerts of suites that were deleted or are no longer monitored.
 *
 * @returns the number of resolved alerts
 */
export async function resolveUnmonitored(db: Database): Promise<number> {
  const off = db.select({ id: suites.id }).from(suites).where(eq(suites.isMonitoring, false));
  return db.transaction(async (tx) => {
    const resolved = await tx
      .update(alerts)
      .set({ resolvedAt: sql`now()` })
      .where(
        and(
          isNull(alerts.resolvedAt),
          isNull(alerts.stopReason),
          or(isNull(alerts.suiteId), inArray(alerts.suiteId, off)),
        ),
      )
      .returning({ id: alerts.id, organizationId: alerts.organizationId });
    await recordIncidents(tx, 'resolved', resolved);
    return resolved.length;
  });
}

export function listChannels(scope: Scope): Promise<ChannelRow[]> {
  return scope.db
    .select()
    .from(alertChannels)
    .where(eq(alertChannels.organizationId, scope.organizationId))
    .orderBy(asc(alertChannels.name), asc(alertChannels.id));
}

export async function findChannel(scope: WorkScope, id: string): Promise<ChannelRow | undefined> {
  const [row] = await scope.db.select().from(alertChannels).where(channelInScope(scope, id));
  return row;
}

export async function countChannels(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ total: count() })
    .from(alertChannels)
    .where(eq(alertChannels.organizationId, scope.organizationId));
  return row?.total ?? 0;
}

export async function insertChannel(
  scope: Scope,
  channel: Omit<typeof alertChannels.$inferInsert, 'organizationId'>,
): Promise<ChannelRow> {
  const [row] = await scope.db
    .insert(alertChannels)
    .values({ ...channel, organizationId: scope.organizationId })
    .returning();
  return row as ChannelRow;
}

export async function updateChannel(
  scope: Scope,
  id: string,
  change: Partial<Omit<ChannelRow, 'id' | 'organizationId' | 'createdAt'>>,
): Promise<ChannelRow | undefined> {
  const [row] = await scope.db
    .update(alertChannels)
    .set(change)
    .where(channelInScope(scope, id))
    .returning();
  return row;
}

export async function deleteChannel(scope: Scope, id: string): Promise<ChannelRow | undefined> {
  const [row] = await scope.db.delete(alertChannels).where(channelInScope(scope, id)).returning();
  return row;
}

export interface ShownDelivery {
  delivery: DeliveryRow;
  suiteName: string | null;
}

/** Lists the last deliveries of a channel, at most 100, newest first. */
export function listDeliveries(scope: Scope, channelId: string): Promise<ShownDelivery[]> {
  return scope.db
    .select({ delivery: alertDeliveries, suiteName: alerts.suiteName })
    .from(alertDeliveries)
    .leftJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(
      and(
        eq(alertDeliveries.organizationId, scope.organizationId),
        eq(alertDeliveries.channelId, channelId),
      ),
    )
    .orderBy(desc(alertDeliveries.createdAt), desc(alertDeliveries.id))
    .limit(listMax);
}

export function listLastDeliveries(scope: Scope): Promise<ShownDelivery[]> {
  return scope.db
    .selectDistinctOn([alertDeliveries.channelId], {
      delivery: alertDeliveries,
      suiteName: alerts.suiteName,
    })
    .from(alertDeliveries)
    .leftJoin(alerts, eq(alerts.id, alertDeliveries.alertId))
    .where(eq(alertDeliveries.organizationId, scope.organizationId))
    .orderBy(alertDeliveries.channelId, desc(alertDeliveries.createdAt), desc(alertDeliveries.id));
}

export async function insertDelivery(
  scope: Scope,
  delivery: Omit<typeof alertDeliveries.$inferInsert, 'organizationId'>,
): Promise<DeliveryRow> {
  const [row] = await scope.db
    .insert(alertDeliveries)
    .values({ ...delivery, organizationId: scope.organizationId })
    .returning();
  return row as DeliveryRow;
}

export async function endAttempt(
  db: Database,
  id: string,
  end: Partial<Pick<DeliveryRow, 'status' | 'lastError' | 'attempts'>> & {
    isSent?: boolean;
    pauseS?: number;
  },
): Promise<DeliveryRow | undefined> {
  const { isSent, pauseS, ...change } = end;
  const [row] = await db
    .update(alertDeliveries)
    .set({
      ...change,
      ...(isSent && { sentAt: sql`clock_timestamp()` }),
      ...(pauseS !== undefined && {
        nextAttemptAt: later(pauseS),
      }),
    })
    .where(eq(alertDeliveries.id, id))
    .returning();
  return row;
}

/** Selects deliveries that are given up. Excludes tests, whose failure was already shown to the person who sent them. */
export const isGivenUp = and(
  eq(alertDeliveries.status, 'failed'),
  ne(alertDeliveries.kind, 'test'),
);

/** @returns false if there is no given-up delivery with this ID */
export async function retryDelivery(
  { db, news }: Pick<Platform, 'db' | 'news'>,
  id: string,
): Promise<boolean> {
  const retried = await db
    .update(alertDeliveries)
    .set({ status: 'waiting', ...alertOutbox.renewed })
    .where(and(eq(alertDeliveries.id, id), isGivenUp))
    .returning({ id: alertDeliveries.id });
  if (retried.length > 0) await news.publish(db, deliveriesTopic);
  return retried.length > 0;
}

/**
 * Hides a given-up delivery from operators. The row stays, because it records who was notified of an open alert.
 *
 * @returns false if there is no given-up delivery with this ID
 */
export async function dropDelivery(db: Database, id: string): Promise<boolean> {
  const dropped = await db
    .update(alertDeliveries)
    .set({ status: 'dropped' })
    .where(and(eq(alertDeliveries.id, id), isGivenUp))
    .returning({ id: alertDeliveries.id });
  return dropped.length > 0;
}

/**
 * Silences alerts after a restore: pending notifications are marked as failed, open alerts are deleted, and recent resolutions
 * are not announced. A suite that still fails opens a new alert.
 */
export async function silenceAlerts(db: Database, reason: string): Promise<void> {
  await db
    .update(alertDeliveries)
    .set({ status: 'failed', lastError: reason })
    .where(eq(alertDeliveries.status, 'waiting'));
  await db.delete(alerts).where(isNull(alerts.resolvedAt));
  await db
    .update(alerts)
    .set({ resolvedAt: toldAfter })
    .where(sql`${alerts.resolvedAt} > ${toldAfter}`);
}

/**
 * Selects deliveries that record who was notified of an alert that is open, or was resolved so recently that the resolution is
 * still announced.
 */
const tellsWhoHeard = sql`${alertDeliveries.kind} <> 'reminder' and exists (
  select from ${alerts} where ${alerts.id} = ${alertDeliveries.alertId}
    and coalesce(${alerts.resolvedAt} > ${toldAfter}, true))`;

/** Clean-ups: deliveries that are no longer needed, alerts that were resolved 90 days ago, and old counts. */
export const alertCleanUps: readonly CleanUp[] = [
  cleanUpRows(
    'alert-deliveries',
    alertDeliveries,
    sql`${alertDeliveries.createdAt} < now() - interval '30 days' and not (${tellsWhoHeard})`,
  ),
  {
    ...cleanUpRows('alerts', alerts, sql`${alerts.resolvedAt} < now() - interval '90 days'`),
    // Deleting an alert also deletes its deliveries.
    most: 500,
  },
  cleanUpRows('alert-counts', alertCounts, sql`${alertCounts.day} < now() - interval '3 days'`),
];

function channelInScope(scope: WorkScope, id: string) {
  return and(eq(alertChannels.organizationId, scope.organizationId), eq(alertChannels.id, id));
}
