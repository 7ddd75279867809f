import { violates } from '../../db/violates.ts';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { newId } from '../../platform/security/ids.ts';
import { addToTotals, findProject, insertProject, type ProjectRow } from './projects.queries.ts';

export const noThirdLevel = 'A sub-project cannot have sub-projects of its own.';

/** Creates a project, or a sub-project of one. Sub-projects cannot have sub-projects. */
export async function createProject(
  scope: Scope,
  input: { name: string; description?: string | undefined; parentProjectId?: string | undefined },
): Promise<ProjectRow> {
  const { name, description = '', parentProjectId } = input;
  const parent = parentProjectId ? found(await findProject(scope, parentProjectId)) : undefined;
  if (parent?.parentProjectId) {
    throw new ApiError('invalid_request', {
      message: noThirdLevel,
      hint: 'Create it below the project instead.',
    });
  }
  const project = { id: newId(), name, description, parentProjectId: parent?.id ?? null };
  const creation = inTransaction(scope, async (inside) => {
    await addToTotals(inside, { projects: 1 });
    const row = await insertProject(inside, project);
    if (!row) throw projectNameTaken(name);
    return row;
  });
  return creation.catch((error: unknown) => {
    // The parent was deleted after it was read.
    throw violates(error, 'projects_parent_project_id_projects_id_fk')
      ? new ApiError('not_found')
      : error;
  });
}

export function projectNameTaken(name: string): ApiError {
  return new ApiError('name_taken', {
    message: `There is already a project named “${name}” here.`,
    hint: 'Choose another name. Names are not case-sensitive.',
  });
}
