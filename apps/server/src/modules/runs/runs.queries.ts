import type { RunStatus, SequencedEvent } from '@parley/contract';
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { runEvents, runs } from '../../db/schema/runs.ts';
import type { Database } from '../../platform/db.ts';
import type { Scope, WorkScope } from '../../platform/scope.ts';
import type { RunRow } from './run-row.ts';

export interface RunFilter {
  suiteId?: string | undefined;
  projectId?: string | undefined;
  status?: RunStatus | undefined;
}

/** The last run of a page; the next page begins behind it. */
export interface RunPlace {
  createdAt: Date;
  id: string;
}

export function listRuns(
  scope: Scope,
  filter: RunFilter,
  after: RunPlace | undefined,
  limit: number,
): Promise<RunRow[]> {
  return scope.db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, scope.organizationId),
        filter.suiteId === undefined ? undefined : eq(runs.suiteId, filter.suiteId),
        filter.projectId === undefined ? undefined : eq(runs.projectId, filter.projectId),
        filter.status === undefined ? undefined : eq(runs.status, filter.status),
        after &&
          sql`(${runs.createdAt}, ${runs.id}) < (${after.createdAt.toISOString()}, ${after.id})`,
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit);
}

export async function findRun(scope: WorkScope, id: string): Promise<RunRow | undefined> {
  const [row] = await scope.db.select().from(runs).where(inScope(scope, id));
  return row;
}

/** Nobody else changes the run until the transaction ends. */
export async function lockRun(scope: WorkScope, id: string): Promise<RunRow | undefined> {
  const [row] = await scope.db.select().from(runs).where(inScope(scope, id)).for('update');
  return row;
}

export async function insertRun(scope: WorkScope, run: typeof runs.$inferInsert): Promise<RunRow> {
  const [row] = await scope.db
    .insert(runs)
    .values({ ...run, organizationId: scope.organizationId })
    .returning();
  return row as RunRow;
}

export async function requestCancel(scope: Scope, id: string): Promise<RunRow | undefined> {
  const [row] = await scope.db
    .update(runs)
    .set({ cancelRequestedAt: sql`coalesce(${runs.cancelRequestedAt}, now())` })
    .where(inScope(scope, id))
    .returning();
  return row;
}

/** As stored, compressed. A page ends early rather than being larger than this. */
const pageBytesMax = 2_000_000;

/**
 * The events behind a place, in order. The page is bounded in number and size and holds at least one
 * event if there is one. No events: none came after `after` yet.
 */
export async function listEvents(
  db: Database,
  runId: string,
  after: number,
  limit: number,
): Promise<SequencedEvent[]> {
  const bytesBefore = sql<number>`
    sum(pg_column_size(${runEvents.event})) over (order by ${runEvents.seq})
      - pg_column_size(${runEvents.event})`;
  const page = db.$with('page').as(
    db
      .select({
        seq: runEvents.seq,
        event: runEvents.event,
        bytesBefore: bytesBefore.as('bytes_before'),
      })
      .from(runEvents)
      .where(and(eq(runEvents.runId, runId), gt(runEvents.seq, after)))
      .orderBy(asc(runEvents.seq))
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
  return and(eq(runs.organizationId, scope.organizationId), eq(runs.id, id));
}
