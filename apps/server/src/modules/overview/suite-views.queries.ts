import { suiteViews as contract, type SuiteView } from '@parley/contract';
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { suiteViewDefaults, suiteViews } from '../../db/schema/suite-views.ts';
import type { Scope } from '../../platform/database/scope.ts';

/** A view. `isDefault` is true if the member's list opens with it. */
export type SuiteViewRow = typeof suiteViews.$inferSelect & { isDefault: boolean };

/** Lists the member's own views and the shared ones, sorted by name. */
export function listViews(scope: Scope): Promise<SuiteViewRow[]> {
  return select(scope, reachable(scope));
}

export async function findView(scope: Scope, id: string): Promise<SuiteViewRow | undefined> {
  const [row] = await select(scope, and(reachable(scope), eq(suiteViews.id, id)));
  return row;
}

function select({ db, actor }: Scope, where: SQL | undefined): Promise<SuiteViewRow[]> {
  return db
    .select({
      id: suiteViews.id,
      organizationId: suiteViews.organizationId,
      ownerId: suiteViews.ownerId,
      name: suiteViews.name,
      filters: suiteViews.filters,
      createdBy: suiteViews.createdBy,
      createdByName: suiteViews.createdByName,
      createdAt: suiteViews.createdAt,
      isDefault: sql<boolean>`${suiteViewDefaults.viewId} is not null`,
    })
    .from(suiteViews)
    .leftJoin(
      suiteViewDefaults,
      and(
        eq(suiteViewDefaults.organizationId, suiteViews.organizationId),
        eq(suiteViewDefaults.viewId, suiteViews.id),
        eq(suiteViewDefaults.userId, actor.userId),
      ),
    )
    .where(where)
    .orderBy(asc(sql`lower(${suiteViews.name} collate "und-x-icu")`), asc(suiteViews.id));
}

/** Keeps a view from being deleted until the transaction ends. */
export async function holdView(scope: Scope, id: string): Promise<{ id: string } | undefined> {
  const [row] = await scope.db
    .select({ id: suiteViews.id })
    .from(suiteViews)
    .where(and(reachable(scope), eq(suiteViews.id, id)))
    .for('key share');
  return row;
}

/**
 * Checks whether the limit of saved views is reached. Locks the owner's views until the transaction ends, so concurrent
 * requests wait.
 */
export async function isFull(scope: Scope, ownerId: string | null): Promise<boolean> {
  const { db, organizationId } = scope;
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtext(${`views ${organizationId} ${ownerId}`}))`,
  );
  const count = await db.$count(
    suiteViews,
    and(
      eq(suiteViews.organizationId, organizationId),
      ownerId === null ? isNull(suiteViews.ownerId) : eq(suiteViews.ownerId, ownerId),
    ),
  );
  return count >= contract.suiteViewsMax;
}

export async function insertView(
  { db, organizationId }: Scope,
  view: Omit<typeof suiteViews.$inferInsert, 'organizationId'>,
): Promise<void> {
  await db.insert(suiteViews).values({ ...view, organizationId });
}

export async function updateView(
  scope: Scope,
  id: string,
  change: { name?: string | undefined; filters?: SuiteView['filters'] | undefined },
): Promise<void> {
  // An empty change must still produce a valid update.
  const set = { name: sql`${suiteViews.name}`, ...withoutUndefined(change) };
  await scope.db
    .update(suiteViews)
    .set(set)
    .where(and(reachable(scope), eq(suiteViews.id, id)));
}

const withoutUndefined = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;

/** @returns false if there is no such view */
export async function deleteView(scope: Scope, id: string): Promise<boolean> {
  const gone = await scope.db
    .delete(suiteViews)
    .where(and(reachable(scope), eq(suiteViews.id, id)))
    .returning({ id: suiteViews.id });
  return gone.length > 0;
}

export async function setDefault(
  { db, organizationId, actor }: Scope,
  viewId: string | null,
): Promise<void> {
  const key = { organizationId, userId: actor.userId };
  if (viewId === null)
    await db
      .delete(suiteViewDefaults)
      .where(
        and(
          eq(suiteViewDefaults.organizationId, organizationId),
          eq(suiteViewDefaults.userId, actor.userId),
        ),
      );
  else
    await db
      .insert(suiteViewDefaults)
      .values({ ...key, viewId })
      .onConflictDoUpdate({
        target: [suiteViewDefaults.organizationId, suiteViewDefaults.userId],
        set: { viewId },
      });
}

function reachable({ organizationId, actor }: Scope): SQL | undefined {
  return and(
    eq(suiteViews.organizationId, organizationId),
    or(isNull(suiteViews.ownerId), eq(suiteViews.ownerId, actor.userId)),
  );
}
