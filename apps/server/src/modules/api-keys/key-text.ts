import { createHash } from 'node:crypto';
import { apiKeys as contract } from '@parley/contract';
import { newSecret } from '../../platform/security/ids.ts';

const { apiKeyPrefix } = contract;

/** Number of characters of the secret that lists show. */
const shownLength = 5;

const pattern = new RegExp(`^${apiKeyPrefix}[\\w-]{43}$`);

export function newKey(): { key: string; keyHash: string; beginning: string } {
  const key = `${apiKeyPrefix}${newSecret()}`;
  const beginning = key.slice(0, apiKeyPrefix.length + shownLength);
  return { key, keyHash: hashKey(key), beginning };
}

/** Hashes a key. Returns null for text that cannot be a key, which saves a database lookup. */
export function readKey(text: string): { keyHash: string } | null {
  return pattern.test(text) ? { keyHash: hashKey(text) } : null;
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
