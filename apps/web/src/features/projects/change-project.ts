/** Changes of projects as a promise that rejects: the store keeps its failure as `error`, as specified. */
import type { BodyInput, projects as endpoints, Project } from '@parley/contract';
import { outdateQueries } from '#/lib/list-cache.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { useProjectStore } from './project-store.ts';

export async function createProject(
  scope: OrganizationScope,
  input: BodyInput<typeof endpoints.createProject>,
): Promise<Project> {
  return noted(scope, await useProjectStore.getState().createProject(scope, input));
}

export async function updateProject(
  scope: OrganizationScope,
  projectId: string,
  change: BodyInput<typeof endpoints.updateProject>,
): Promise<Project> {
  return noted(scope, await useProjectStore.getState().updateProject(scope, projectId, change));
}

export async function deleteProject(scope: OrganizationScope, projectId: string): Promise<void> {
  noted(scope, (await useProjectStore.getState().deleteProject(scope, projectId)) || null);
}

function noted<Answer>(scope: OrganizationScope, answer: Answer | null): Answer {
  if (answer === null) throw new Error(storeFailure().title);
  void outdateQueries(scope, 'projects');
  return answer;
}

export function storeFailure(): { title: string } {
  return { title: useProjectStore.getState().error ?? 'Failed to change project' };
}
