import type { Environment } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import { listWithAbove } from '../projects/projects.ts';
import { type EnvironmentRow, listEnvironments } from './environments.queries.ts';

export function presentEnvironment(row: EnvironmentRow): Environment {
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    variables: row.variables,
    secrets: Object.entries(row.secrets)
      .map(([name, { setAt }]) => ({ name, setAt }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    lastModified: row.modifiedAt.toISOString(),
  };
}

/**
 * Lists the environments of a project and of its parent project. An environment of the project replaces one of the parent with
 * the same name.
 */
export async function listPresented(scope: Scope, projectId: string): Promise<Environment[]> {
  const projectIds = await listWithAbove(scope, projectId);
  found(projectIds[0]);
  const rows = await listEnvironments(scope, projectIds);
  return nearest(rows, projectId).map(presentEnvironment);
}

/** Leaves out environments of the parent project if the project has one of the same name. */
export function nearest(rows: readonly EnvironmentRow[], projectId: string): EnvironmentRow[] {
  const own = new Set(
    rows.filter((row) => row.projectId === projectId).map(({ searchName }) => searchName),
  );
  return rows.filter((row) => row.projectId === projectId || !own.has(row.searchName));
}
