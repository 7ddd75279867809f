import type { WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { listWithAbove } from '../projects/projects.ts';
import { type EnvironmentRow, listEnvironments } from './environments.queries.ts';
import { nearest } from './present-environment.ts';

/**
 * Finds the environment that a run of a project's suite names. In a project without environments, the name is a label.
 *
 * @returns undefined for a label
 * @throws ApiError `suite_not_runnable` if the project has environments but none with this name: a mistyped name must not run
 * with the defaults of the suite
 */
export async function chooseEnvironment(
  scope: WorkScope,
  projectId: string,
  name: string | null | undefined,
): Promise<EnvironmentRow | undefined> {
  if (!name) return undefined;
  const rows = await listEnvironments(scope, await listWithAbove(scope, projectId));
  if (rows.length === 0) return undefined;
  const chosen = nearest(rows, projectId).find(
    (row) => row.name === name || row.searchName === name.toLowerCase(),
  );
  if (chosen) return chosen;
  const names = rows.slice(0, 10).map((row) => row.name);
  throw new ApiError('suite_not_runnable', {
    message: `The project has no environment “${name}”.`,
    hint: `It has: ${[...new Set(names)].join(', ')}.`,
    problems: [{ path: 'environment', message: 'There is no environment with this name.' }],
  });
}
