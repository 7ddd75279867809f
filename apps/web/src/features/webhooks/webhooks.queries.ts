/** Server requests for webhooks. */
import { type BodyInput, type WebhookDelivery, webhooks } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export function webhooksQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['webhooks', scope.orgId, 'list'] as const,
    queryFn: ({ signal }) => call(webhooks.listWebhooks, { params: scope, signal }),
  });
}

const listLimit = 20;

/** Pages of deliveries, newest first. */
export function webhookDeliveriesQuery(scope: OrganizationScope, webhookId: string) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', scope.orgId, 'deliveries', webhookId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(webhooks.listWebhookDeliveries, {
        params: { ...scope, webhookId },
        query: { cursor: pageParam, limit: listLimit },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    // Waiting deliveries are sent within seconds.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'waiting'))
        ? 5000
        : false,
  });
}

/** @returns the signing secret, which no other response contains */
export async function createWebhook(
  scope: OrganizationScope,
  body: BodyInput<typeof webhooks.createWebhook>,
): Promise<string> {
  return (await call(webhooks.createWebhook, { params: scope, body })).signingSecret;
}

export async function updateWebhook(
  scope: OrganizationScope,
  webhookId: string,
  body: BodyInput<typeof webhooks.updateWebhook>,
): Promise<void> {
  await call(webhooks.updateWebhook, { params: { ...scope, webhookId }, body });
}

export async function deleteWebhook(scope: OrganizationScope, webhookId: string): Promise<void> {
  await call(webhooks.deleteWebhook, { params: { ...scope, webhookId } });
}

/** @returns the new signing secret, which no other response contains */
export async function rotateSecret(scope: OrganizationScope, webhookId: string): Promise<string> {
  const params = { ...scope, webhookId };
  return (await call(webhooks.rotateWebhookSecret, { params, body: {} })).signingSecret;
}

export function testWebhook(scope: OrganizationScope, webhookId: string): Promise<WebhookDelivery> {
  return call(webhooks.testWebhook, { params: { ...scope, webhookId } });
}

export async function replayDelivery(
  scope: OrganizationScope,
  { webhookId, id: deliveryId }: WebhookDelivery,
): Promise<void> {
  await call(webhooks.replayWebhookDelivery, { params: { ...scope, webhookId, deliveryId } });
}
