/**
 * Compares the usage counters of a day with its events and corrects the counters. Events are read in pages within one snapshot.
 * A trigger commits an event together with its counter, so a difference within the snapshot is a real one.
 */
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { Counter } from 'prom-client';
import { uncountedDays, usageDays, usageEvents } from '../../db/schema/usage-events.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { dayOf, periodAt } from './billing-period.ts';
import type { UsedAmount } from './used-amount.ts';

const eventsPerPage = 5000;

const dayMs = 86_400_000;

const mended = new Counter({
  name: 'parley_usage_mended_total',
  help: 'Days of an organization whose usage counters differed from their events.',
});

/** Counts usage that predates the counters, newest days first. It can be interrupted at any point. */
export async function countOlderDays(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await inSnapshot(db, countNext)));
}

/**
 * Counts one organization of the newest uncounted day. Returns false if each uncounted day is locked by another process, or
 * none is left.
 */
async function countNext(tx: Database): Promise<boolean> {
  const [next] = await tx
    .select()
    .from(uncountedDays)
    .orderBy(desc(uncountedDays.day))
    .limit(1)
    .for('update', { skipLocked: true });
  if (next === undefined) return false;
  const { day, countedTo } = next;
  const organizationId = await nextOrganization(tx, day, countedTo);
  const isThis = eq(uncountedDays.day, day);
  if (organizationId === undefined) await tx.delete(uncountedDays).where(isThis);
  else {
    await settleDay(tx, organizationId, day);
    await tx.update(uncountedDays).set({ countedTo: organizationId }).where(isThis);
  }
  return true;
}

/** Reconciles the usage of this month, and always of today and the two days before. */
export async function reconcileUsage(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const now = Date.now();
  const since = dayOf(new Date(Math.min(periodAt(new Date(now)).start.getTime(), now - 2 * dayMs)));
  for (
    let at = now, day = dayOf(new Date(at));
    day >= since;
    at -= dayMs, day = dayOf(new Date(at))
  ) {
    if (await isUncounted(db, day)) continue;
    let organizationId = await nextOrganization(db, day, '');
    while (organizationId !== undefined && !signal.aborted) {
      const id = organizationId;
      const { interactions, callSeconds } = await inSnapshot(db, (tx) => settleDay(tx, id, day));
      if (interactions !== 0 || callSeconds !== 0) {
        mended.inc();
        log.warn(
          { organizationId, day, interactions, callSeconds },
          'Usage counters differed from their events and were corrected',
        );
      }
      organizationId = await nextOrganization(db, day, id);
    }
  }
}

/** Corrects the counters of a day and returns the correction. Merges the counter rows of a past day into one. */
async function settleDay(tx: Database, organizationId: string, day: string): Promise<UsedAmount> {
  const used = await sumEvents(tx, organizationId, day);
  const isOfDay = and(eq(usageDays.organizationId, organizationId), eq(usageDays.day, day));
  const rows = await tx.select().from(usageDays).where(isOfDay);
  const missing = {
    interactions: used.interactions - rows.reduce((sum, row) => sum + row.interactions, 0),
    callSeconds: used.callSeconds - rows.reduce((sum, row) => sum + row.callSeconds, 0),
  };
  const isOver = day < dayOf(new Date());
  const shards = isOver ? rows.filter(({ shard }) => shard > 0) : [];
  if (shards.length > 0) await tx.delete(usageDays).where(and(isOfDay, gt(usageDays.shard, 0)));
  const added = [missing, ...shards];
  const change = {
    interactions: added.reduce((sum, { interactions }) => sum + interactions, 0),
    callSeconds: added.reduce((sum, { callSeconds }) => sum + callSeconds, 0),
  };
  if (change.interactions !== 0 || change.callSeconds !== 0)
    await tx
      .insert(usageDays)
      .values({ organizationId, day, shard: 0, ...change })
      .onConflictDoUpdate({
        target: [usageDays.organizationId, usageDays.day, usageDays.shard],
        set: {
          interactions: sql`${usageDays.interactions} + excluded.interactions`,
          callSeconds: sql`${usageDays.callSeconds} + excluded.call_seconds`,
        },
      });
  return missing;
}

async function sumEvents(tx: Database, organizationId: string, day: string): Promise<UsedAmount> {
  const total = { interactions: 0, callSeconds: 0 };
  for (let after = { kind: '', source: '' }; ; ) {
    const page = tx
      .select({
        kind: usageEvents.kind,
        source: usageEvents.source,
        quantity: usageEvents.quantity,
      })
      .from(usageEvents)
      .where(
        and(
          eq(usageEvents.organizationId, organizationId),
          eq(usageEvents.day, day),
          sql`(${usageEvents.kind}, ${usageEvents.source}) > (${after.kind}, ${after.source})`,
        ),
      )
      .orderBy(usageEvents.kind, usageEvents.source)
      .limit(eventsPerPage)
      .as('page');
    const kinds = await tx
      .select({
        kind: page.kind,
        last: sql<string>`max(${page.source})`,
        events: sql<number>`count(*)::int`,
        quantity: sql`sum(${page.quantity})`.mapWith(Number),
      })
      .from(page)
      .groupBy(page.kind)
      .orderBy(page.kind);
    for (const { kind, quantity } of kinds)
      total[kind === 'interactions' ? 'interactions' : 'callSeconds'] += quantity;
    const last = kinds.at(-1);
    const events = kinds.reduce((sum, each) => sum + each.events, 0);
    if (last === undefined || events < eventsPerPage) return total;
    after = { kind: last.kind, source: last.last };
  }
}

/** Finds the organization with the lowest ID above `after` that has events or counters of the day. */
async function nextOrganization(
  db: Database,
  day: string,
  after: string,
): Promise<string | undefined> {
  const least = (table: typeof usageEvents | typeof usageDays) => sql`(
    select min(${table.organizationId}) from ${table}
    where ${table.day} = ${day} and ${table.organizationId} > ${after})`;
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select least(${least(usageEvents)}, ${least(usageDays)}) as id`,
  );
  return rows[0]?.id ?? undefined;
}

async function isUncounted(db: Database, day: string): Promise<boolean> {
  const rows = await db.select().from(uncountedDays).where(eq(uncountedDays.day, day));
  return rows.length > 0;
}

function inSnapshot<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(work, { isolationLevel: 'repeatable read' });
}
