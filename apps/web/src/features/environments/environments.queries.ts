/** Server requests for environments. */
import { type BodyInput, type Environment, environments } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** The environments in which the suites of a project can run, sorted by name. */
export function environmentsQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['environments', scope.orgId, projectId] as const,
    queryFn: ({ signal }) =>
      call(environments.listEnvironments, { params: { ...scope, projectId }, signal }),
  });
}

export type EnvironmentChange = BodyInput<typeof environments.updateEnvironment>;

export function createEnvironment(
  scope: OrganizationScope,
  projectId: string,
  body: BodyInput<typeof environments.createEnvironment>,
): Promise<Environment> {
  return call(environments.createEnvironment, { params: { ...scope, projectId }, body });
}

export function changeEnvironment(
  scope: OrganizationScope,
  { id: environmentId, projectId }: Environment,
  body: EnvironmentChange,
): Promise<Environment> {
  return call(environments.updateEnvironment, {
    params: { ...scope, projectId, environmentId },
    body,
  });
}

export async function deleteEnvironment(
  scope: OrganizationScope,
  { id: environmentId, projectId }: Environment,
): Promise<void> {
  await call(environments.deleteEnvironment, { params: { ...scope, projectId, environmentId } });
}
