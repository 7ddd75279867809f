import { type Billing, billing, monitoring } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

/** Refresh interval in milliseconds. Other members' runs also use up quotas while the page is open. */
const rereadMs = 60_000;

export function billingQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['billing', scope.orgId] as const,
    queryFn: ({ signal }) => call(billing.getBilling, { params: scope, signal }),
    staleTime: rereadMs / 2,
    refetchInterval: rereadMs,
  });
}

/** The plan's retention periods. */
export function retentionQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['billing-retention', scope.orgId] as const,
    queryFn: ({ signal }) => call(billing.getRetention, { params: scope, signal }),
    staleTime: rereadMs,
  });
}

export function offersQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['billing-offers', scope.orgId] as const,
    queryFn: ({ signal }) => call(billing.listOffers, { params: scope, signal }),
    staleTime: 10 * rereadMs,
  });
}

export function invoicesQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['billing-invoices', scope.orgId] as const,
    queryFn: ({ signal }) => call(billing.listInvoices, { params: scope, signal }),
    staleTime: rereadMs,
  });
}

/** Why monitored suites currently do not run; empty if all of them run. */
export function monitoringStopsQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['monitoring', scope.orgId, 'stops'] as const,
    queryFn: ({ signal }) => call(monitoring.listMonitoringStops, { params: scope, signal }),
    refetchInterval: rereadMs,
  });
}

/** Makes the server request the current subscription from the payment service, and shows it. */
export async function refreshSubscription(scope: OrganizationScope): Promise<Billing> {
  const fresh = await call(billing.refreshSubscription, { params: scope });
  queryClient.setQueryData(billingQuery(scope).queryKey, fresh);
  return fresh;
}
