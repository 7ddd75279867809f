import { type ApiKey, apiKeys as endpoints, roleAllows } from '@parley/contract';
import { inTransaction, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { type Route, route } from '../../platform/http/http.ts';
import { newId } from '../../platform/security/ids.ts';
import { recordAudit } from '../audit/audit.ts';
import {
  type ApiKeyRow,
  countOwnKeys,
  deleteKey,
  insertKey,
  listKeys,
  renameKey,
} from './api-keys.queries.ts';
import { newKey } from './key-text.ts';

export function apiKeysRoutes(): Route[] {
  return [
    route(endpoints.listApiKeys, async ({ scope }) =>
      (await listKeys(scope, within(scope))).map(presentKey),
    ),

    route(endpoints.createApiKey, ({ scope, body }) =>
      inTransaction(scope, async (inside) => {
        const isFull = (await countOwnKeys(inside)) >= endpoints.apiKeysMax;
        if (isFull) throw new ApiError('too_many_keys');
        const id = newId();
        const { key, keyHash, beginning } = newKey();
        const { name, access, expiresInDays } = body;
        await insertKey(inside, { id, name, access, beginning, keyHash }, expiresInDays);
        await recordAudit(inside, { action: 'api-key.created', target: name, detail: access });
        const [row] = await listKeys(inside, { id });
        return { ...presentKey(found(row)), key };
      }),
    ),

    route(endpoints.renameApiKey, ({ scope, params, body: { name } }) =>
      inTransaction(scope, async (inside) => {
        const filter = { ...within(inside), id: params.apiKeyId };
        const before = found((await listKeys(inside, filter))[0]);
        if (before.name === name) return presentKey(before);
        await renameKey(inside, filter, name);
        await recordAudit(inside, { action: 'api-key.renamed', target: name, detail: before.name });
        return presentKey({ ...before, name });
      }),
    ),

    route(endpoints.revokeApiKey, ({ scope, params }) =>
      inTransaction(scope, async (inside) => {
        const target = found(await deleteKey(inside, { ...within(inside), id: params.apiKeyId }));
        await recordAudit(inside, { action: 'api-key.revoked', target });
        return undefined;
      }),
    ),
  ];
}

/**
 * Returns a filter for the keys that the caller can manage: administrators manage all keys of the organization, others their
 * own.
 */
function within({ role, actor }: Scope): { userId?: string } {
  return roleAllows(role, 'organization.manage') ? {} : { userId: actor.userId };
}

function presentKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    beginning: row.beginning,
    access: row.access,
    createdBy: { id: row.userId, name: row.userName },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
