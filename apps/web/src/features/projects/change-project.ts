/** Changes projects and rejects on failure. The store's own methods put failures into `error` instead, as specified. */
import {
  type BodyInput,
  type projects as endpoints,
  examples,
  type Project,
} from '@parley/contract';
import { call } from '#/lib/api.ts';
import { readAgain } from '#/lib/list-cache.ts';
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

/** Creates the example project. Returns the existing one if somebody created it first. */
export async function createExampleProject(scope: OrganizationScope): Promise<Project> {
  const project = await call(examples.createExampleProject, { params: scope });
  void readAgain(scope, 'suites');
  return project;
}

/** @returns the number of suites that stay in the project because somebody changed or added them */
export async function removeExampleProject(scope: OrganizationScope): Promise<number> {
  const { keptSuites } = await call(examples.removeExampleProject, { params: scope });
  void readAgain(scope, 'suites');
  return keptSuites;
}

function noted<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new Error(storeFailure().title);
  return answer;
}

export function storeFailure(): { title: string } {
  return { title: useProjectStore.getState().error ?? 'Failed to change project' };
}
