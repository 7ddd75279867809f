/**
 * Server requests for suites. Loaders and screens share the `queryOptions` of a read; a change updates the cache with the
 * server's response. The list of a project is in its own store (suite-list.store.ts), as specified.
 */
import { type BodyInput, type StoredSuite, type SuiteImportReport, suites } from '@parley/contract';
import type { Platform } from '@parley/suite';
import { queryOptions } from '@tanstack/react-query';
import { outdateProjects } from '#/features/projects/project-store.ts';
import { allPages } from '#/lib/all-pages.ts';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export function suiteQuery(scope: OrganizationScope, suiteId: string) {
  return queryOptions({
    queryKey: ['suites', scope.orgId, suiteId] as const,
    queryFn: ({ signal }) => call(suites.getSuite, { params: { ...scope, suiteId }, signal }),
  });
}

/** Suites of a project for a select, sorted by name. */
export function suitesOfProjectQuery(scope: OrganizationScope, projectId: string) {
  return queryOptions({
    queryKey: ['suites', scope.orgId, 'of-project', projectId] as const,
    queryFn: ({ signal }) =>
      allPages((page) =>
        call(suites.listSuites, { params: scope, query: { projectId, ...page }, signal }),
      ),
    staleTime: 0,
  });
}

/** Suites of a platform for a select, sorted by name. */
export function suitesOfPlatformQuery(scope: OrganizationScope, platform: Platform) {
  return queryOptions({
    queryKey: ['suites', scope.orgId, 'of-platform', platform] as const,
    queryFn: ({ signal }) =>
      allPages((page) =>
        call(suites.listSuites, { params: scope, query: { platform, ...page }, signal }),
      ),
    staleTime: 0,
  });
}

/** Requests the current state of a suite, ignoring the cache, for changes that depend on it. */
export function fetchSuite(scope: OrganizationScope, suiteId: string): Promise<StoredSuite> {
  return queryClient.fetchQuery({ ...suiteQuery(scope, suiteId), staleTime: 0 });
}

function remember(scope: OrganizationScope, suite: StoredSuite): StoredSuite {
  queryClient.setQueryData(suiteQuery(scope, suite.id).queryKey, suite);
  return suite;
}

export async function createSuite(
  scope: OrganizationScope,
  body: BodyInput<typeof suites.createSuite>,
): Promise<StoredSuite> {
  const suite = await call(suites.createSuite, { params: scope, body });
  outdateProjects(scope.orgId);
  return remember(scope, suite);
}

export async function importSuite(
  scope: OrganizationScope,
  body: BodyInput<typeof suites.importSuite>,
): Promise<{ suite: StoredSuite; report: SuiteImportReport | null }> {
  const { report, ...suite } = await call(suites.importSuite, { params: scope, body });
  outdateProjects(scope.orgId);
  return { suite: remember(scope, suite), report };
}

/** Changes the fields in `body` and leaves the others. With `version`, it fails if somebody else has changed the suite. */
export async function updateSuite(
  scope: OrganizationScope,
  suiteId: string,
  body: BodyInput<typeof suites.updateSuite>,
): Promise<StoredSuite> {
  return remember(scope, await call(suites.updateSuite, { params: { ...scope, suiteId }, body }));
}

/** Changes name and description. Sends the unchanged monitoring settings along, because omitting them could erase them. */
export function updateSuiteDetails(
  scope: OrganizationScope,
  { id, monitoringConfig, version }: Pick<StoredSuite, 'id' | 'monitoringConfig' | 'version'>,
  { name, description }: Pick<StoredSuite, 'name' | 'description'>,
): Promise<StoredSuite> {
  return updateSuite(scope, id, { name, description, monitoringConfig, version });
}

export async function renameSuite(
  scope: OrganizationScope,
  suiteId: string,
  name: string,
): Promise<StoredSuite> {
  return remember(
    scope,
    await call(suites.renameSuite, { params: { ...scope, suiteId }, body: { name } }),
  );
}

export async function moveSuite(
  scope: OrganizationScope,
  suiteId: string,
  projectId: string,
): Promise<StoredSuite> {
  const suite = await call(suites.moveSuite, {
    params: { ...scope, suiteId },
    body: { projectId },
  });
  outdateProjects(scope.orgId);
  return remember(scope, suite);
}

export async function cloneSuite(
  scope: OrganizationScope,
  suiteId: string,
  projectId?: string,
): Promise<StoredSuite> {
  const suite = await call(suites.cloneSuite, {
    params: { ...scope, suiteId },
    query: { projectId },
  });
  outdateProjects(scope.orgId);
  return remember(scope, suite);
}

/** Turns monitoring on or off. Also changes the schedule if `body` contains one. */
export async function setMonitoring(
  scope: OrganizationScope,
  suiteId: string,
  body: BodyInput<typeof suites.setMonitoring>,
): Promise<StoredSuite> {
  const params = { ...scope, suiteId };
  return remember(scope, await call(suites.setMonitoring, { params, body }));
}

export async function deleteSuite(scope: OrganizationScope, suiteId: string): Promise<void> {
  await call(suites.deleteSuite, { params: { ...scope, suiteId } });
  queryClient.removeQueries({ queryKey: suiteQuery(scope, suiteId).queryKey });
  outdateProjects(scope.orgId);
}
