import { projects } from '@parley/contract';
import type { Scope } from '../../platform/scope.ts';
import { isNameTaken } from './projects.queries.ts';

/** The rule for names and whether the name is free at its place; for the form, before it is sent. */
export async function checkProjectName(
  scope: Scope,
  name: string,
  place: { parentId?: string | undefined; excludeId?: string | undefined },
): Promise<{ valid: boolean; message?: string }> {
  const rule = projects.projectInput.shape.name.safeParse(name);
  if (!rule.success) {
    return { valid: false, message: rule.error.issues[0]?.message ?? 'This name is not valid.' };
  }
  if (await isNameTaken(scope, rule.data, place)) {
    return { valid: false, message: 'This name is already used here.' };
  }
  return { valid: true };
}
