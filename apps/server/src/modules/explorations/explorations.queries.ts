import type { SequencedExplorationEvent } from '@parley/contract';
import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { explorationEvents, explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { type ExplorationRow, openStates } from './exploration-row.ts';

/** The last exploration of a page; the next page starts after it. */
export interface ExplorationPlace {
  lastActiveAt: Date;
  id: string;
}

export function listExplorations(
  scope: Scope,
  after: ExplorationPlace | undefined,
  limit: number,
): Promise<ExplorationRow[]> {
  return scope.db
    .select()
    .from(explorations)
    .where(
      and(
        eq(explorations.organizationId, scope.organizationId),
        eq(explorations.isTrial, false),
        after &&
          sql`(${explorations.lastActiveAt}, ${explorations.id}) < (${after.lastActiveAt.toISOString()}, ${after.id})`,
      ),
    )
    .orderBy(desc(explorations.lastActiveAt), desc(explorations.id))
    .limit(limit);
}

const mayHaveFiles = or(
  eq(explorations.hasEvidence, true),
  inArray(explorations.conversationStatus, [...openStates]),
);

/** Returns the IDs of those explorations that have files or can still get some. */
export async function listWithFiles(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: explorations.id })
    .from(explorations)
    .where(and(inArray(explorations.id, ids), mayHaveFiles));
  return new Set(rows.map(({ id }) => id));
}

export async function findExploration(
  scope: WorkScope,
  id: string,
): Promise<ExplorationRow | undefined> {
  const [row] = await scope.db.select().from(explorations).where(inScope(scope, id));
  return row;
}

export async function listExamples(scope: Scope): Promise<string[]> {
  const rows = await scope.db
    .select({ id: explorations.id })
    .from(explorations)
    .where(
      and(eq(explorations.organizationId, scope.organizationId), eq(explorations.isExample, true)),
    );
  return rows.map(({ id }) => id);
}

/** Locks the exploration until the transaction ends. */
export async function lockExploration(
  scope: WorkScope,
  id: string,
): Promise<ExplorationRow | undefined> {
  const [row] = await scope.db.select().from(explorations).where(inScope(scope, id)).for('update');
  return row;
}

export async function insertExploration(
  scope: Scope,
  exploration: Omit<typeof explorations.$inferInsert, 'organizationId'>,
): Promise<ExplorationRow> {
  const [row] = await scope.db
    .insert(explorations)
    .values({ ...exploration, organizationId: scope.organizationId })
    .returning();
  return row as ExplorationRow;
}

export async function renameExploration(
  scope: Scope,
  id: string,
  name: string,
): Promise<ExplorationRow | undefined> {
  const [row] = await scope.db
    .update(explorations)
    .set({ name })
    .where(inScope(scope, id))
    .returning();
  return row;
}

export async function deleteExploration(scope: Scope, id: string): Promise<void> {
  await scope.db.delete(explorations).where(inScope(scope, id));
}

export async function countExplorations(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ count: count() })
    .from(explorations)
    .where(
      and(eq(explorations.organizationId, scope.organizationId), eq(explorations.isTrial, false)),
    );
  return row?.count ?? 0;
}

/** Counts the active and waiting conversations of the organization. */
export async function countOpenConversations(scope: Scope): Promise<number> {
  const [row] = await scope.db
    .select({ count: count() })
    .from(explorations)
    .where(
      and(
        eq(explorations.organizationId, scope.organizationId),
        inArray(explorations.conversationStatus, [...openStates]),
      ),
    );
  return row?.count ?? 0;
}

/**
 * Maximum size in bytes of a page as sent; compressed in the database, repetitive replies take a hundredth of that. A page ends
 * with the event that reaches this size.
 */
const pageBytesMax = 1_000_000;

/**
 * Lists the events after a position, in order. A page is limited in number and size, and holds at least one event if there is
 * one. Events are read one by one, so that the database decompresses only those of the page.
 */
export async function listEvents(
  db: Database,
  explorationId: string,
  after: number,
  limit: number,
): Promise<SequencedExplorationEvent[]> {
  const { rows } = await db.execute<{
    seq: number;
    event: SequencedExplorationEvent['event'];
  }>(sql`
    with recursive page(seq, event, bytes, place) as (
      (${nextEvent(explorationId, sql`${after}::int`, sql`0`, sql`1`)})
      union all
      select next.* from page, lateral (
        ${nextEvent(explorationId, sql`page.seq`, sql`page.bytes`, sql`page.place + 1`)}
      ) next where page.bytes < ${pageBytesMax} and page.place < ${limit}
    ) select seq, event from page order by seq`);
  return rows;
}

/** Selects the next event, with its position in the page and the size of the page up to it. */
const nextEvent = (explorationId: string, after: SQL, bytesBefore: SQL, place: SQL) => sql`
  select seq, event, ${bytesBefore} + octet_length(event::text), ${place} from ${explorationEvents}
  where exploration_id = ${explorationId} and seq > ${after} order by seq limit 1`;

function inScope(scope: WorkScope, id: string) {
  return and(eq(explorations.organizationId, scope.organizationId), eq(explorations.id, id));
}
