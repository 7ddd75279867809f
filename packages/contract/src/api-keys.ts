/** API keys, with which programs act for a person in one organization. The endpoints that accept keys are in public-api.ts. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, name, timestamp } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/api-keys';

/** Prefix of every key, so that people and secret scanners recognize keys. */
export const apiKeyPrefix = 'parley_';

/** `read`: read only. `spans`: only send spans of agents. `full`: everything that the role of the key's creator allows. */
export const apiKeyAccess = z.enum(['read', 'spans', 'full']);

export const apiKeyLifetimeDaysMax = 366;

/** Lifetime of a new key if its creator does not choose one. */
const apiKeyLifetimeDaysDefault = 90;

/** Maximum number of keys of one person in one organization. */
export const apiKeysMax = 50;

export const apiKeySchema = z.object({
  id,
  name: z.string(),
  /** The first characters of the key, enough to recognize it. */
  beginning: z.string(),
  access: apiKeyAccess,
  createdBy: z.object({ id, name: z.string() }),
  createdAt: timestamp,
  /** Null if it never expires. */
  expiresAt: z.nullable(timestamp),
  /** Accurate to the minute; null if the key was never used. */
  lastUsedAt: z.nullable(timestamp),
});

export type ApiKey = z.output<typeof apiKeySchema>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: base,
  summary:
    'List your own API keys in an organization, newest first; owners and administrators see those of all members',
  access: { organization: 'apiKeys.use' },
  response: z.array(apiKeySchema),
});

export const createApiKey = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create an API key; only this response shows it',
  access: { organization: 'apiKeys.use' },
  body: z.object({
    name,
    access: z._default(apiKeyAccess, 'full'),
    /** Null for a key that never expires. */
    expiresInDays: z._default(
      z.nullable(z.int().check(z.minimum(1), z.maximum(apiKeyLifetimeDaysMax))),
      apiKeyLifetimeDaysDefault,
    ),
  }),
  response: z.extend(apiKeySchema, { key: z.string() }),
  status: 201,
  errors: ['too_many_keys'],
  idempotent: true,
});

export const renameApiKey = endpoint({
  method: 'PATCH',
  path: `${base}/{apiKeyId}`,
  summary:
    'Rename an API key: your own or, as an owner or administrator, anyone’s; the key itself stays valid',
  access: { organization: 'apiKeys.use' },
  body: z.object({ name }),
  response: apiKeySchema,
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: `${base}/{apiKeyId}`,
  summary:
    'Revoke an API key: your own or, as an owner or administrator, anyone’s; it stops working at once',
  access: { organization: 'apiKeys.use' },
  response: 'nothing',
});
