/** Server requests for single projects. The list is in a store (project-store.ts), as specified. */
import { projects as endpoints, type Project } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export function projectQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['projects', scope.orgId, projectId] as const,
    queryFn: ({ signal }) =>
      call(endpoints.getProject, { params: { ...scope, projectId }, signal }),
  });
}

/** Requests the current state of a project, ignoring the cache. */
export function fetchProject(scope: OrganizationScope, projectId: string): Promise<Project> {
  return queryClient.fetchQuery({ ...projectQuery(scope, projectId), staleTime: 0 });
}

export function subprojectsQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['projects', scope.orgId, projectId, 'subprojects'] as const,
    queryFn: ({ signal }) =>
      call(endpoints.listSubprojects, { params: { ...scope, projectId }, signal }),
  });
}

/** Never cached, because somebody may just have added a suite. */
export function canDeleteQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['projects', scope.orgId, projectId, 'can-delete'] as const,
    queryFn: ({ signal }) =>
      call(endpoints.canDeleteProject, { params: { ...scope, projectId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export interface NameQuestion {
  name: string;
  parentId?: string;
  excludeId?: string;
}

export function validateNameQuery(scope: OrganizationScope, question: NameQuestion) {
  return queryOptions({
    queryKey: ['projects', scope.orgId, 'validate-name', question] as const,
    queryFn: ({ signal }) =>
      call(endpoints.validateProjectName, { params: scope, query: question, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
