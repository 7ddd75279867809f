import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { nameOrder } from '../../db/name-order.ts';
import { environments } from '../../db/schema/environments.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { lockProject } from '../projects/projects.ts';

export type EnvironmentRow = typeof environments.$inferSelect;

/** Lists the environments of projects, sorted by name. */
export function listEnvironments(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
): Promise<EnvironmentRow[]> {
  return db
    .select()
    .from(environments)
    .where(
      and(
        eq(environments.organizationId, organizationId),
        inArray(environments.projectId, [...projectIds]),
      ),
    )
    .orderBy(asc(nameOrder(environments.searchName)), asc(environments.id));
}

export async function findEnvironment(
  scope: WorkScope,
  id: string,
): Promise<EnvironmentRow | undefined> {
  const [row] = await scope.db.select().from(environments).where(inScope(scope, id));
  return row;
}

/** Locks an environment until the transaction ends, so that changes happen one after another. */
export async function lockEnvironment(
  scope: Scope,
  projectId: string,
  id: string,
): Promise<EnvironmentRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(environments)
    .where(and(inScope(scope, id), eq(environments.projectId, projectId)))
    .for('update');
  return row;
}

/**
 * Locks a project and counts its environments, so that concurrent requests cannot exceed the limit together.
 *
 * @returns undefined if there is no such project
 */
export async function countInLockedProject(
  scope: Scope,
  projectId: string,
): Promise<number | undefined> {
  const isThere = await lockProject(scope, projectId);
  return isThere ? scope.db.$count(environments, eq(environments.projectId, projectId)) : undefined;
}

/** @returns undefined if the name is taken; the unique index decides */
export async function insertEnvironment(
  scope: Scope,
  environment: Omit<typeof environments.$inferInsert, 'organizationId'>,
): Promise<EnvironmentRow | undefined> {
  const [row] = await scope.db
    .insert(environments)
    .values({ ...environment, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function updateEnvironment(
  scope: Scope,
  id: string,
  change: Partial<Pick<EnvironmentRow, 'name' | 'variables' | 'secrets'>>,
): Promise<EnvironmentRow | undefined> {
  const [row] = await scope.db
    .update(environments)
    .set({ ...change, version: sql`${environments.version} + 1`, modifiedAt: sql`now()` })
    .where(inScope(scope, id))
    .returning();
  return row;
}

export async function deleteEnvironment(
  scope: Scope,
  projectId: string,
  id: string,
): Promise<EnvironmentRow | undefined> {
  const [row] = await scope.db
    .delete(environments)
    .where(and(inScope(scope, id), eq(environments.projectId, projectId)))
    .returning();
  return row;
}

function inScope(scope: WorkScope, id: string): SQL | undefined {
  return and(eq(environments.organizationId, scope.organizationId), eq(environments.id, id));
}
