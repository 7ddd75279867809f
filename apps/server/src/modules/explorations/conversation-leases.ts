/**
 * Which worker holds which conversation. A bot remembers what was said on its own connection, so a
 * conversation whose worker fell silent can't be taken over: it has ended, and its path can be played
 * again in another one.
 */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/db.ts';
import type { News } from '../../platform/news.ts';
import { append } from './exploration-log.ts';
import type { ExplorationRow } from './exploration-row.ts';
import { endColumns, endOf } from './lead-conversation.ts';

export const leaseMs = 15_000;

/** Conversations that one sweep takes care of; the next one follows soon. */
const sweepLimit = 100;

const leaseEnd = sql`now() + make_interval(secs => ${leaseMs / 1000})`;

/** Takes the conversation that waits longest. */
export async function claimConversation(
  db: Database,
  owner: string,
): Promise<ExplorationRow | undefined> {
  const due = sql`(
    select waiting.id from ${explorations} waiting where waiting.conversation_status = 'waiting'
    order by waiting.waiting_since, waiting.id limit 1 for update skip locked
  )`;
  const [row] = await db
    .update(explorations)
    .set({
      conversationStatus: 'held',
      leaseOwner: owner,
      leaseExpiresAt: leaseEnd,
      waitingSince: null,
    })
    .where(eq(explorations.id, due))
    .returning();
  return row;
}

/** Renews those of these that the worker still holds, and says which they are. */
export async function renewConversations(
  db: Database,
  owner: string,
  explorationIds: string[],
): Promise<Set<string>> {
  const held = await db
    .update(explorations)
    .set({ leaseExpiresAt: leaseEnd })
    .where(
      and(
        inArray(explorations.id, explorationIds),
        eq(explorations.conversationStatus, 'held'),
        eq(explorations.leaseOwner, owner),
      ),
    )
    .returning({ id: explorations.id, conversation: explorations.conversation });
  return new Set(held.map(({ id, conversation }) => conversationKey(id, conversation)));
}

export function conversationKey(explorationId: string, conversation: number): string {
  return `${explorationId} ${conversation}`;
}

/** Ends the conversations whose worker fell silent. */
export async function endExpired(db: Database, news: News): Promise<void> {
  await endHeld(db, news, lt(explorations.leaseExpiresAt, sql`now()`));
}

/** Ends those of a worker that stops. */
export async function endAllOf(db: Database, news: News, owner: string): Promise<void> {
  await endHeld(db, news, eq(explorations.leaseOwner, owner));
}

/**
 * For the start on an embedded database, which one process alone can use: whoever held a conversation
 * is gone.
 */
export async function endAllHeld(db: Database, news: News): Promise<void> {
  await endHeld(db, news, undefined);
}

async function endHeld(
  db: Database,
  news: News,
  which: ReturnType<typeof eq> | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await tx
      .select()
      .from(explorations)
      .where(and(eq(explorations.conversationStatus, 'held'), which))
      .limit(sweepLimit)
      .for('update', { skipLocked: true });
    for (const row of held) {
      const events = [endOf(row, 'interrupted')];
      await append(tx, news, { explorationId: row.id, events, change: endColumns });
    }
  });
}
