/**
 * Assigns conversations to workers. A conversation is bound to its connection, so no other worker can continue it once its
 * worker is lost: it ends, and its path can be replayed in a new conversation.
 */
import { and, asc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { explorationEvents, explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/database/db.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import { createLease } from '../../platform/leased-work/lease.ts';
import type { News } from '../../platform/live/news.ts';
import { endColumns, endOf } from './exploration-commands.ts';
import { explorationLimits } from './exploration-limits.ts';
import { append } from './exploration-log.ts';
import type { ExplorationRow } from './exploration-row.ts';

/** Maximum number of conversations that one sweep ends. */
const sweepLimit = 100;

const isWaiting = eq(explorations.conversationStatus, 'waiting');
const isHeld = eq(explorations.conversationStatus, 'held');

export const conversationLease = createLease(explorations, { ms: 15_000, isHeld });

const { idleMs } = explorationLimits;

/**
 * Selects waiting conversations that are too old. If they started now, they would send messages or place calls although nobody
 * is waiting.
 */
const isForgotten = sql`${explorations.waitingSince} < now() - make_interval(secs => ${idleMs / 1000})`;

/** Claims the conversation that has waited longest. */
export async function claimConversation(
  db: Database,
  owner: string,
): Promise<ExplorationRow | undefined> {
  const due = db
    .select({ id: explorations.id })
    .from(explorations)
    .where(and(isWaiting, not(isForgotten)))
    .orderBy(asc(explorations.waitingSince), asc(explorations.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(explorations)
    .set({
      conversationStatus: 'held',
      leaseOwner: owner,
      leaseExpiresAt: conversationLease.end,
      waitingSince: null,
    })
    .where(eq(explorations.id, due))
    .returning();
  return row;
}

/** Renews the leases of those conversations that the worker still holds, and returns their keys. */
export async function renewConversations(
  db: Database,
  owner: string,
  explorationIds: string[],
): Promise<Set<string>> {
  const held = await conversationLease.renew(db, owner, inArray(explorations.id, explorationIds), {
    id: explorations.id,
    conversation: explorations.conversation,
  });
  return new Set(held.map(({ id, conversation }) => conversationKey(id, conversation)));
}

export function conversationKey(explorationId: string, conversation: number): string {
  return `${explorationId} ${conversation}`;
}

/** Ends conversations whose worker was lost, and those that no worker claimed in time. */
export function endExpired(db: Database, news: News): Promise<number> {
  return end(db, news, or(conversationLease.hasExpired, and(isWaiting, isForgotten)));
}

/** Ends the conversations of a worker that stops. */
export function endAllOf(db: Database, news: News, owner: string): Promise<number> {
  return end(db, news, conversationLease.isHeldBy(owner));
}

/** Ends the selected conversations, up to the limit of a sweep, and returns how many. */
function end(db: Database, news: News, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(explorations)
      .where(which)
      .limit(sweepLimit)
      .for('update', { skipLocked: true });
    for (const row of rows) {
      const events = [endOf(row, 'interrupted')];
      await append(tx, news, { explorationId: row.id, events, change: endColumns });
    }
    return rows.length;
  });
}

/**
 * Ends conversations that were open before a restore. It is unknown when their calls ended, so none
 * of their time counts.
 */
export async function endOpenConversations(db: Database): Promise<void> {
  const ended = await db
    .update(explorations)
    .set({ ...endColumns, lastSeq: sql`${explorations.lastSeq} + 1` })
    .where(or(isWaiting, isHeld))
    .returning();
  const rows = ended.map((row) => {
    return { explorationId: row.id, seq: row.lastSeq, event: endOf(row, 'interrupted') };
  });
  await insertRows(db, explorationEvents, rows);
}
