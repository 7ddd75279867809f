/** Server requests for API keys. */
import { type ApiKey, apiKeys, type BodyInput } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';

export function apiKeysQuery(scope: OrganizationScope) {
  return queryOptions({
    queryKey: ['api-keys', scope.orgId, scope.userId] as const,
    queryFn: ({ signal }) => call(apiKeys.listApiKeys, { params: scope, signal }),
  });
}

/** Creates a key. Only this response contains the key itself, and the server does not store it. */
export async function createApiKey(
  scope: OrganizationScope,
  body: BodyInput<typeof apiKeys.createApiKey>,
): Promise<string> {
  return (await call(apiKeys.createApiKey, { params: scope, body })).key;
}

export async function renameApiKey(
  scope: OrganizationScope,
  apiKeyId: string,
  name: string,
): Promise<void> {
  const renamed = await call(apiKeys.renameApiKey, {
    params: { ...scope, apiKeyId },
    body: { name },
  });
  change(scope, (keys) => keys.map((key) => (key.id === apiKeyId ? renamed : key)));
}

export async function revokeApiKey(scope: OrganizationScope, apiKeyId: string): Promise<void> {
  await call(apiKeys.revokeApiKey, { params: { ...scope, apiKeyId } });
  change(scope, (keys) => keys.filter(({ id }) => id !== apiKeyId));
}

function change(scope: OrganizationScope, changed: (keys: ApiKey[]) => ApiKey[]): void {
  queryClient.setQueryData(apiKeysQuery(scope).queryKey, (keys) => keys && changed(keys));
}
