/**
 * The log of an exploration: its events, numbered 1, 2, 3 … without gaps. A writer locks the exploration's row until it
 * commits, so a reader that has seen number n never finds a lower one later.
 */
import type { ExplorationEvent } from '@parley/suite';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { explorationEvents, explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/database/db.ts';
import { insertRows } from '../../platform/database/insert-rows.ts';
import type { News } from '../../platform/live/news.ts';
import { countUsage } from '../billing/billing.ts';
import { callSecondsOf } from './call-seconds.ts';
import { explorationTopic } from './exploration-news.ts';
import type { ExplorationRow } from './exploration-row.ts';

export interface Append {
  explorationId: string;
  events: ExplorationEvent[];
  /** Other changes to the row. */
  change?: Partial<{
    [Column in keyof ExplorationRow]: ExplorationRow[Column] | SQL;
  }>;
  /** Number of turns that these events complete, with a reply or a failure. They count as usage. */
  turns?: number;
  /** Condition on the exploration's row; nothing is appended if it is false. */
  provided?: SQL | undefined;
}

/**
 * Appends events and counts their usage. Call it in a transaction. Returns undefined if the exploration does not exist or
 * `provided` is false.
 */
export async function append(
  db: Database,
  news: News,
  { explorationId, events, change = {}, turns = 0, provided }: Append,
): Promise<ExplorationRow | undefined> {
  const [row] = await db
    .update(explorations)
    .set({ ...change, lastSeq: sql`${explorations.lastSeq} + ${events.length}` })
    .where(and(eq(explorations.id, explorationId), provided))
    .returning();
  if (row === undefined) return undefined;
  const before = row.lastSeq - events.length;
  if (events.length > 0) {
    const rows = events.map((event, index) => ({ explorationId, seq: before + 1 + index, event }));
    await insertRows(db, explorationEvents, rows);
  }
  await countUsage({ db, organizationId: row.organizationId }, `exploration:${row.id}`, {
    interactions: turns,
    callSeconds: await callSecondsOf(db, row, events),
  });
  await news.publish(db, explorationTopic(explorationId));
  return row;
}
