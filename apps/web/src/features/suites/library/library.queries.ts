/** Server requests for libraries of blocks. */
import { type Library, libraries } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** The library of a project, with that of the project above if it counts. */
export function libraryQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['libraries', scope.orgId, projectId] as const,
    queryFn: ({ signal }) =>
      call(libraries.getLibrary, { params: { ...scope, projectId }, signal }),
  });
}

/** The suites that use blocks of the library. */
export function libraryUsesQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['libraries', scope.orgId, projectId, 'uses'] as const,
    queryFn: ({ signal }) =>
      call(libraries.listLibraryUses, { params: { ...scope, projectId }, signal }),
  });
}

export function saveLibrary(
  scope: OrganizationScope,
  projectId: string,
  body: { source: string; version: number },
): Promise<Library> {
  return call(libraries.updateLibrary, { params: { ...scope, projectId }, body });
}

export function renameBlock(
  scope: OrganizationScope,
  projectId: string,
  body: { from: string; to: string; version: number },
): Promise<{ library: Library; suites: string[] }> {
  return call(libraries.renameBlock, { params: { ...scope, projectId }, body });
}
