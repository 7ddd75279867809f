/** Server requests for saved views of the list of all test suites. */
import { type BodyInput, type SuiteView, suiteViews } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export function suiteViewsQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['suite-views', scope.orgId] as const,
    queryFn: async ({ signal }) =>
      (await call(suiteViews.listSuiteViews, { params: scope, signal })).items,
  });
}

export function createSuiteView(
  scope: OrganizationScope,
  body: BodyInput<typeof suiteViews.createSuiteView>,
): Promise<SuiteView> {
  return call(suiteViews.createSuiteView, { params: scope, body });
}

export function changeSuiteView(
  scope: OrganizationScope,
  viewId: string,
  body: BodyInput<typeof suiteViews.changeSuiteView>,
): Promise<SuiteView> {
  return call(suiteViews.changeSuiteView, { params: { ...scope, viewId }, body });
}

export async function deleteSuiteView(scope: OrganizationScope, viewId: string): Promise<void> {
  await call(suiteViews.deleteSuiteView, { params: { ...scope, viewId } });
}

/** @param viewId null removes the default */
export async function setDefaultSuiteView(
  scope: OrganizationScope,
  viewId: string | null,
): Promise<void> {
  await call(suiteViews.setDefaultSuiteView, { params: scope, body: { viewId } });
}
