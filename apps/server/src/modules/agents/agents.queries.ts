import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { nameOrder } from '../../db/name-order.ts';
import { agents } from '../../db/schema/agents.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { lockProject } from '../projects/projects.ts';

export type AgentRow = typeof agents.$inferSelect;

/** Lists the agents of projects, sorted by name. */
export function listAgents(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
): Promise<AgentRow[]> {
  return db
    .select()
    .from(agents)
    .where(
      and(eq(agents.organizationId, organizationId), inArray(agents.projectId, [...projectIds])),
    )
    .orderBy(asc(nameOrder(agents.searchName)), asc(agents.id));
}

/** Lists the agents of projects that have this exact name. */
export function listNamed(
  { db, organizationId }: WorkScope,
  projectIds: readonly string[],
  name: string,
): Promise<AgentRow[]> {
  return db
    .select()
    .from(agents)
    .where(
      and(
        eq(agents.organizationId, organizationId),
        inArray(agents.projectId, [...projectIds]),
        eq(agents.name, name),
      ),
    );
}

export async function findAgent(
  scope: WorkScope,
  projectId: string,
  id: string,
): Promise<AgentRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(agents)
    .where(inProject(scope, projectId, id));
  return row;
}

/** Locks an agent until the transaction ends, so that changes happen one after another. */
export async function lockAgent(
  scope: Scope,
  projectId: string,
  id: string,
): Promise<AgentRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(agents)
    .where(inProject(scope, projectId, id))
    .for('update');
  return row;
}

/**
 * Locks a project and counts its agents, so that concurrent requests cannot exceed the limit together.
 *
 * @returns undefined if there is no such project
 */
export async function countInLockedProject(
  scope: Scope,
  projectId: string,
): Promise<number | undefined> {
  const isThere = await lockProject(scope, projectId);
  return isThere ? scope.db.$count(agents, eq(agents.projectId, projectId)) : undefined;
}

/** @returns undefined if the name is taken; the unique index decides */
export async function insertAgent(
  scope: Scope,
  agent: Pick<AgentRow, 'id' | 'projectId' | 'name' | 'source'>,
): Promise<AgentRow | undefined> {
  const [row] = await scope.db
    .insert(agents)
    .values({ ...agent, organizationId: scope.organizationId })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function updateAgent(
  scope: Scope,
  { projectId, id }: Pick<AgentRow, 'projectId' | 'id'>,
  change: Pick<AgentRow, 'name' | 'source'>,
): Promise<AgentRow | undefined> {
  const [row] = await scope.db
    .update(agents)
    .set({ ...change, version: sql`${agents.version} + 1`, modifiedAt: sql`now()` })
    .where(inProject(scope, projectId, id))
    .returning();
  return row;
}

export async function deleteAgent(
  scope: Scope,
  { projectId, id }: Pick<AgentRow, 'projectId' | 'id'>,
): Promise<void> {
  await scope.db.delete(agents).where(inProject(scope, projectId, id));
}

const inProject = (scope: WorkScope, projectId: string, id: string): SQL | undefined =>
  and(
    eq(agents.organizationId, scope.organizationId),
    eq(agents.projectId, projectId),
    eq(agents.id, id),
  );
