import { billing } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Runs use it up while the page is open, also those of colleagues. */
const rereadMs = 60_000;

export function billingQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['billing', scope.orgId] as const,
    queryFn: ({ signal }) => call(billing.getBilling, { params: scope, signal }),
    staleTime: rereadMs / 2,
    refetchInterval: rereadMs,
  });
}
