import type { ApiKey, Permission } from '@parley/contract';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/api-keys.ts';
import { memberships } from '../../db/schema/organizations.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/database/db.ts';
import type { AuthenticateKey } from '../../platform/http/session.ts';
import { readKey } from './key-text.ts';

/** Resolution of `lastUsedAt` in seconds, so that a busy program does not cause a write with every request. */
const usedEveryS = 60;

const coverages: Record<ApiKey['access'], (permission: Permission) => boolean> = {
  read: (permission) => permission.endsWith('.read'),
  spans: (permission) => permission === 'spans.send',
  full: () => true,
};

/** Authenticates programs by key. The membership is read with the key, so a lowered role takes effect with the next request. */
export function createAuthenticateKey(db: Database): AuthenticateKey {
  return async (text) => {
    const key = readKey(text);
    if (key === null) return null;
    const [row] = await db
      .select({
        id: apiKeys.id,
        access: apiKeys.access,
        organizationId: apiKeys.organizationId,
        userId: users.id,
        email: users.email,
        emailVerified: users.emailVerified,
        role: memberships.role,
        isUseNoted: sql<boolean>`coalesce(${apiKeys.lastUsedAt} > ${noted}, false)`,
      })
      .from(apiKeys)
      .innerJoin(
        memberships,
        and(
          eq(memberships.organizationId, apiKeys.organizationId),
          eq(memberships.userId, apiKeys.userId),
        ),
      )
      .innerJoin(users, eq(users.id, apiKeys.userId))
      .where(
        and(
          eq(apiKeys.keyHash, key.keyHash),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
          isNull(users.disabledAt),
        ),
      );
    if (row === undefined) return null;
    if (!row.isUseNoted) await noteUse(db, row.id);
    const { userId, email, emailVerified, organizationId, role } = row;
    return {
      actor: { userId, email, emailVerified, apiKeyId: row.id },
      organizationId,
      role,
      covers: coverages[row.access],
      ...(row.access !== 'full' && { mayOnly: row.access === 'read' ? 'read' : 'send spans' }),
    };
  };
}

const noted = sql`now() - make_interval(secs => ${usedEveryS})`;

async function noteUse(db: Database, id: string): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt: sql`now()` }).where(eq(apiKeys.id, id));
}
