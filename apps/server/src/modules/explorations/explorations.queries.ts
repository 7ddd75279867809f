import type { SequencedExplorationEvent } from '@parley/contract';
import { and, asc, count, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { explorationEvents, explorations } from '../../db/schema/explorations.ts';
import type { Database } from '../../platform/db.ts';
import type { Scope, WorkScope } from '../../platform/scope.ts';
import { type ExplorationRow, openStates } from './exploration-row.ts';

/** The last exploration of a page; the next page begins behind it. */
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

/** Those of these whose files somebody may still ask for. */
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

/** Nobody else changes the exploration until the transaction ends. */
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
    .where(eq(explorations.organizationId, scope.organizationId));
  return row?.count ?? 0;
}

/** Conversations of the organization that are going on, or wait to. */
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

/** As stored, compressed. A page ends early rather than being larger than this. */
const pageBytesMax = 2_000_000;

/**
 * The events behind a place, in order. The page is bounded in number and size and holds at least one
 * event if there is one.
 */
export function listEvents(
  db: Database,
  explorationId: string,
  after: number,
  limit: number,
): Promise<SequencedExplorationEvent[]> {
  const size = sql`pg_column_size(${explorationEvents.event})`;
  const page = db.$with('page').as(
    db
      .select({
        seq: explorationEvents.seq,
        event: explorationEvents.event,
        bytesBefore:
          sql<number>`sum(${size}) over (order by ${explorationEvents.seq}) - ${size}`.as(
            'bytes_before',
          ),
      })
      .from(explorationEvents)
      .where(
        and(eq(explorationEvents.explorationId, explorationId), gt(explorationEvents.seq, after)),
      )
      .orderBy(asc(explorationEvents.seq))
      .limit(limit),
  );
  return db
    .with(page)
    .select({ seq: page.seq, event: page.event })
    .from(page)
    .where(sql`${page.bytesBefore} < ${pageBytesMax}`)
    .orderBy(asc(page.seq));
}

function inScope(scope: WorkScope, id: string) {
  return and(eq(explorations.organizationId, scope.organizationId), eq(explorations.id, id));
}
