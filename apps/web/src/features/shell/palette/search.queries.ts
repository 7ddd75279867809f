import { search } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Search results in the organization. While they are loading, the results for the previous text stay. */
export function namesQuery(scope: OrganizationScope, text: string) {
  return queryOptions({
    queryKey: ['search', scope.orgId, text] as const,
    queryFn: ({ signal }) =>
      call(search.searchNames, { params: scope, query: { search: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}
