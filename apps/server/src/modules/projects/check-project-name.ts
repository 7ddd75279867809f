import { projects } from '@parley/contract';
import type { Scope } from '../../platform/database/scope.ts';
import { noThirdLevel } from './create-project.ts';
import { isNameTaken, type ProjectRow } from './projects.queries.ts';

/** Checks a name before the form is sent: by the rule for names, and against the other projects with the same parent. */
export async function checkProjectName(
  scope: Scope,
  name: string,
  { parent, excludeId }: { parent?: ProjectRow | undefined; excludeId?: string | undefined },
): Promise<{ valid: boolean; message?: string }> {
  const rule = projects.projectInput.shape.name.safeParse(name);
  if (!rule.success) {
    return { valid: false, message: rule.error.issues[0]?.message ?? 'This name is not valid.' };
  }
  if (parent?.parentProjectId) return { valid: false, message: noThirdLevel };
  if (await isNameTaken(scope, rule.data, { parentId: parent?.id, excludeId })) {
    return { valid: false, message: 'This name is already used here.' };
  }
  return { valid: true };
}
