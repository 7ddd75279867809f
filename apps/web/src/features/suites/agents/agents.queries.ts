/** Server requests for agents. */
import { type Agent, agents } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** The agents that suites of a project can name, sorted by name. */
export function agentsQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['agents', scope.orgId, projectId] as const,
    queryFn: ({ signal }) => call(agents.listAgents, { params: { ...scope, projectId }, signal }),
  });
}

/** The suites that name an agent. */
export function agentUsesQuery(scope: OrganizationScope, { id: agentId, projectId }: Agent) {
  return queryOptions({
    queryKey: ['agents', scope.orgId, projectId, agentId, 'uses'] as const,
    queryFn: ({ signal }) =>
      call(agents.listAgentUses, { params: { ...scope, projectId, agentId }, signal }),
  });
}

export function createAgent(
  scope: OrganizationScope,
  projectId: string,
  source: string,
): Promise<Agent> {
  return call(agents.createAgent, { params: { ...scope, projectId }, body: { source } });
}

export function changeAgent(
  scope: OrganizationScope,
  { id: agentId, projectId, version }: Agent,
  source: string,
): Promise<Agent> {
  return call(agents.updateAgent, {
    params: { ...scope, projectId, agentId },
    body: { source, version },
  });
}

export async function deleteAgent(
  scope: OrganizationScope,
  { id: agentId, projectId }: Agent,
): Promise<void> {
  await call(agents.deleteAgent, { params: { ...scope, projectId, agentId } });
}
