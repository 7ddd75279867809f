/** Changes of projects as a promise that rejects: the store keeps its failure as `error`, as specified. */
import type { BodyInput, projects as endpoints, Project } from '@parley/contract';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { useProjectStore } from './project-store.ts';

export async function createProject(
  scope: OrganizationScope,
  input: BodyInput<typeof endpoints.createProject>,
): Promise<Project> {
  return noted(await useProjectStore.getState().createProject(scope, input));
}

export async function updateProject(
  scope: OrganizationScope,
  projectId: string,
  change: BodyInput<typeof endpoints.updateProject>,
): Promise<Project> {
  return noted(await useProjectStore.getState().updateProject(scope, projectId, change));
}

export async function deleteProject(scope: OrganizationScope, projectId: string): Promise<void> {
  noted((await useProjectStore.getState().deleteProject(scope, projectId)) || null);
}

function noted<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new Error(storeFailure().title);
  return answer;
}

export function storeFailure(): { title: string } {
  return { title: useProjectStore.getState().error ?? 'Failed to change project' };
}
