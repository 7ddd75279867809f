import { and, desc, eq, gt, lt, notExists, sql } from 'drizzle-orm';
import { runShares, runs, sharedRunViews } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { type CleanUp, cleanUpRows } from '../../../platform/queue/clean-up.ts';
import { type RunRow, runColumns } from '../log/run-row.ts';

export type RunShareRow = typeof runShares.$inferSelect;

const isOpen = gt(runShares.expiresAt, sql`now()`);

export function listShares(scope: Scope, runId: string): Promise<RunShareRow[]> {
  return scope.db
    .select()
    .from(runShares)
    .where(and(ofRun(scope, runId), isOpen))
    .orderBy(desc(runShares.createdAt), runShares.id);
}

export async function insertShare(
  scope: Scope,
  {
    days,
    ...share
  }: Pick<RunShareRow, 'id' | 'runId' | 'tokenHash' | 'createdByName'> & { days: number },
): Promise<RunShareRow> {
  const [row] = await scope.db
    .insert(runShares)
    .values({
      ...share,
      organizationId: scope.organizationId,
      createdBy: scope.actor.userId,
      expiresAt: sql`now() + make_interval(days => ${days})`,
    })
    .returning();
  return row as RunShareRow;
}

export async function deleteShare(scope: Scope, runId: string, id: string): Promise<boolean> {
  const deleted = await scope.db
    .delete(runShares)
    .where(and(ofRun(scope, runId), eq(runShares.id, id)))
    .returning({ id: runShares.id });
  return deleted.length > 0;
}

/** Finds the run of an unexpired share link, and records that the link was opened. */
export async function openShare(
  db: Database,
  tokenHash: string,
): Promise<{ run: RunRow; expiresAt: Date } | undefined> {
  const [opened] = await db
    .update(runShares)
    .set({ lastOpenedAt: sql`now()` })
    .where(and(eq(runShares.tokenHash, tokenHash), isOpen))
    .returning({ runId: runShares.runId, expiresAt: runShares.expiresAt });
  if (opened === undefined) return undefined;
  const [run] = await db.select(runColumns).from(runs).where(eq(runs.id, opened.runId));
  return run && { run, expiresAt: opened.expiresAt };
}

const left = sql`select from ${runShares} where ${runShares.runId} = ${sharedRunViews.runId}`;

/** Deletes the stored view once the last link is gone. */
export const shareCleanUps: readonly CleanUp[] = [
  cleanUpRows('run-shares', runShares, lt(runShares.expiresAt, sql`now()`)),
  cleanUpRows('shared-run-views', sharedRunViews, notExists(left)),
];

function ofRun(scope: Scope, runId: string) {
  return and(eq(runShares.organizationId, scope.organizationId), eq(runShares.runId, runId));
}
