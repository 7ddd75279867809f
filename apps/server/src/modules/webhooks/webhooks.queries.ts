import type { WebhookEvent } from '@parley/contract';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { webhookDeliveries, webhooks } from '../../db/schema/webhooks.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { type CleanUp, cleanUpRows } from '../../platform/queue/clean-up.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

export function listWebhooks(scope: Scope): Promise<WebhookRow[]> {
  return scope.db
    .select()
    .from(webhooks)
    .where(eq(webhooks.organizationId, scope.organizationId))
    .orderBy(asc(webhooks.name), asc(webhooks.id));
}

export async function countWebhooks(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ total: count() })
    .from(webhooks)
    .where(eq(webhooks.organizationId, scope.organizationId));
  return row?.total ?? 0;
}

export async function findWebhook(scope: WorkScope, id: string): Promise<WebhookRow | undefined> {
  const [row] = await scope.db.select().from(webhooks).where(inScope(scope, id));
  return row;
}

/** Locks a webhook until the transaction ends, so that no concurrent change is lost. */
export async function lockWebhook(scope: WorkScope, id: string): Promise<WebhookRow | undefined> {
  const [row] = await scope.db.select().from(webhooks).where(inScope(scope, id)).for('update');
  return row;
}

export async function insertWebhook(
  scope: Scope,
  webhook: Omit<typeof webhooks.$inferInsert, 'organizationId'>,
): Promise<WebhookRow> {
  const [row] = await scope.db
    .insert(webhooks)
    .values({ ...webhook, organizationId: scope.organizationId })
    .returning();
  return row as WebhookRow;
}

export async function changeWebhook(
  scope: WorkScope,
  id: string,
  change: Partial<Omit<WebhookRow, 'id' | 'organizationId' | 'createdAt'>>,
): Promise<WebhookRow | undefined> {
  const [row] = await scope.db.update(webhooks).set(change).where(inScope(scope, id)).returning();
  return row;
}

export async function deleteWebhook(scope: Scope, id: string): Promise<WebhookRow | undefined> {
  const [row] = await scope.db.delete(webhooks).where(inScope(scope, id)).returning();
  return row;
}

/** Lists the enabled webhooks of organizations that subscribe to an event. */
export function listSubscribed(
  db: Database,
  organizationIds: string[],
  event: WebhookEvent,
): Promise<{ id: string; organizationId: string }[]> {
  if (organizationIds.length === 0) return Promise.resolve([]);
  return db
    .select({ id: webhooks.id, organizationId: webhooks.organizationId })
    .from(webhooks)
    .where(
      and(
        inArray(webhooks.organizationId, organizationIds),
        eq(webhooks.isEnabled, true),
        sql`jsonb_exists(${webhooks.events}, ${event})`,
      ),
    );
}

/**
 * Inserts messages, unless they were inserted before for the same event.
 *
 * @returns the number of new messages
 */
export async function insertMessages(
  db: Database,
  messages: (typeof webhookDeliveries.$inferInsert)[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const written = await db
    .insert(webhookDeliveries)
    .values(messages)
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id });
  return written.length;
}

export async function insertDelivery(
  scope: Scope,
  delivery: Omit<typeof webhookDeliveries.$inferInsert, 'organizationId'>,
): Promise<WebhookDeliveryRow> {
  const [row] = await scope.db
    .insert(webhookDeliveries)
    .values({ ...delivery, organizationId: scope.organizationId })
    .returning();
  return row as WebhookDeliveryRow;
}

export async function findDelivery(
  scope: Scope,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(webhookDeliveries)
    .where(and(ofWebhook(scope, webhookId), eq(webhookDeliveries.id, id)));
  return row;
}

/** Lists the deliveries of a webhook after a place, newest first. */
export function listDeliveries(
  scope: Scope,
  webhookId: string,
  before: { createdAt: Date; id: string } | undefined,
  limit: number,
): Promise<WebhookDeliveryRow[]> {
  // The database stores microseconds, a place only milliseconds.
  const createdAt = sql`date_trunc('milliseconds', ${webhookDeliveries.createdAt})`;
  return scope.db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        ofWebhook(scope, webhookId),
        before &&
          sql`(${createdAt}, ${webhookDeliveries.id}) < (${before.createdAt.toISOString()}::timestamptz, ${before.id})`,
      ),
    )
    .orderBy(desc(createdAt), desc(webhookDeliveries.id))
    .limit(limit);
}

/** Gives up the waiting deliveries of a webhook. */
export async function giveUpWaiting(
  scope: WorkScope,
  webhookId: string,
  reason: string,
): Promise<void> {
  await scope.db
    .update(webhookDeliveries)
    .set({ status: 'failed', lastError: reason })
    .where(
      and(
        eq(webhookDeliveries.organizationId, scope.organizationId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.status, 'waiting'),
      ),
    );
}

/** Gives up waiting messages after a restore, because they are about events of long ago. */
export async function silenceWebhooks(db: Database, reason: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ status: 'failed', lastError: reason })
    .where(eq(webhookDeliveries.status, 'waiting'));
}

export const webhookCleanUps: readonly CleanUp[] = [
  cleanUpRows(
    'webhook-deliveries',
    webhookDeliveries,
    sql`${webhookDeliveries.createdAt} < now() - interval '30 days'`,
  ),
];

function inScope(scope: WorkScope, id: string) {
  return and(eq(webhooks.organizationId, scope.organizationId), eq(webhooks.id, id));
}

function ofWebhook(scope: Scope, webhookId: string) {
  return and(
    eq(webhookDeliveries.organizationId, scope.organizationId),
    eq(webhookDeliveries.webhookId, webhookId),
  );
}
