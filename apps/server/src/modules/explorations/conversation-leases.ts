/**
 * Assigns conversations to workers. A bot remembers a conversation on its own connection, so the
 * conversation of a lost worker cannot be taken over: it has ended, and its path can be replayed in
 * another one.
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

/** Conversations that one sweep handles; the next one follows soon. */
const sweepLimit = 100;

const isWaiting = eq(explorations.conversationStatus, 'waiting');
const isHeld = eq(explorations.conversationStatus, 'held');

export const conversationLease = createLease(explorations, { ms: 15_000, isHeld });

const { idleMs } = explorationLimits;

/**
 * Age after which a waiting conversation is dropped; otherwise it would send its path, or place a
 * call, for nobody.
 */
const isForgotten = sql`${explorations.waitingSince} < now() - make_interval(secs => ${idleMs / 1000})`;

/** Takes the conversation that waits longest. */
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

/** Renews the leases of these conversations that the worker still holds, and returns the keys of those conversations. */
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
