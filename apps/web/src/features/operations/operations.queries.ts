/** Server requests for operations. */
import {
  type Areas,
  type BodyInput,
  type DeadWork,
  type OperatedOrganization,
  operations,
} from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import { reloadOrganization, useOrgStore } from '#/lib/session/org-store.ts';

/** Polling interval of the health report in milliseconds. */
const readEveryMs = 5000;

export const healthQuery = queryOptions({
  queryKey: ['operations', 'health'] as const,
  queryFn: ({ signal }) => call(operations.getHealth, { signal }),
  refetchInterval: readEveryMs,
  staleTime: 0,
});

export async function retryDeadWork({ kind, id }: DeadWork): Promise<void> {
  await call(operations.retryDeadWork, { params: { kind, deadWorkId: id } });
  withoutWork(id);
}

export async function deleteDeadWork({ kind, id }: DeadWork): Promise<void> {
  await call(operations.deleteDeadWork, { params: { kind, deadWorkId: id } });
  withoutWork(id);
}

/** Removes handled work from the cache, so that it cannot be handled again before the next poll. */
function withoutWork(id: string): void {
  queryClient.setQueryData(
    healthQuery.queryKey,
    (health) => health && { ...health, deadWork: health.deadWork.filter((work) => work.id !== id) },
  );
}

const organizationsLimit = 50;

export function allOrganizationsQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['operations', 'organizations', 'list', search] as const,
    queryFn: ({ pageParam, signal }) =>
      call(operations.listAllOrganizations, {
        query: {
          ...(search !== '' && { search }),
          cursor: pageParam,
          limit: organizationsLimit,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function anyOrganizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['operations', 'organizations', 'one', organizationId] as const,
    queryFn: ({ signal }) =>
      call(operations.getAnyOrganization, { params: { organizationId }, signal }),
  });
}

export async function setSubscription(
  organizationId: string,
  body: BodyInput<typeof operations.setSubscription>,
): Promise<OperatedOrganization> {
  const organization = await call(operations.setSubscription, { params: { organizationId }, body });
  // The guards of pages use the session's copy of the operator's own organization.
  if (organizationId === useOrgStore.getState().currentOrganization?.id)
    await reloadOrganization().catch(() => undefined);
  return keep(organization);
}

export async function setEgress(
  organizationId: string,
  allow: string[] | null,
): Promise<OperatedOrganization> {
  const params = { organizationId };
  return keep(await call(operations.setEgress, { params, body: { allow } }));
}

export async function setAreas(
  organizationId: string,
  memberId: string,
  body: Areas,
): Promise<void> {
  keep(await call(operations.setAreas, { params: { organizationId, memberId }, body }));
}

/** Caches the organization from a response, so that the page shows it without another request. */
function keep(organization: OperatedOrganization): OperatedOrganization {
  queryClient.setQueryData(anyOrganizationQuery(organization.id).queryKey, organization);
  return organization;
}
