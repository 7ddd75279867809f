/** Server requests for single sign-on. */
import { type BodyInput, singleSignOn as endpoints, type SingleSignOn } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export type SingleSignOnInput = BodyInput<typeof endpoints.setSingleSignOn>;

/** Single sign-on settings; null if the organization has none. */
export function singleSignOnQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['single-sign-on', scope.orgId] as const,
    queryFn: ({ signal }) => call(endpoints.getSingleSignOn, { params: scope, signal }),
  });
}

export async function setSingleSignOn(
  scope: OrganizationScope,
  body: SingleSignOnInput,
): Promise<void> {
  keep(scope, await call(endpoints.setSingleSignOn, { params: scope, body }));
}

/** Looks up the DNS record. Rejects with the server's message if the record is not found. */
export async function proveDomain(scope: OrganizationScope): Promise<void> {
  keep(scope, await call(endpoints.proveSingleSignOnDomain, { params: scope }));
}

export async function removeSingleSignOn(scope: OrganizationScope): Promise<void> {
  await call(endpoints.deleteSingleSignOn, { params: scope });
  keep(scope, null);
}

function keep(scope: OrganizationScope, stored: SingleSignOn | null): void {
  queryClient.setQueryData(singleSignOnQuery(scope).queryKey, stored);
}
