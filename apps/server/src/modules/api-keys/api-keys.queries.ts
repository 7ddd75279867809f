import type { AccountExport } from '@parley/contract';
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { apiKeys } from '../../db/schema/api-keys.ts';
import { users } from '../../db/schema/users.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { lockOwnMembership } from '../organizations/organizations.ts';

const columns = {
  id: apiKeys.id,
  name: apiKeys.name,
  beginning: apiKeys.beginning,
  access: apiKeys.access,
  userId: apiKeys.userId,
  userName: users.name,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

export type ApiKeyRow = Awaited<ReturnType<typeof listKeys>>[number];

/** Maximum number of keys in a list. */
const keysMax = 1000;

/** Lists keys, newest first: the keys of `userId`, or those of the whole organization if it is omitted. */
export function listKeys(scope: Scope, filter: { userId?: string; id?: string }) {
  return scope.db
    .select(columns)
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(matching(scope, filter))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(keysMax);
}

/**
 * Counts the caller's keys. Call it in a transaction: the caller's membership stays locked until the end, so that concurrent
 * requests cannot exceed a limit together.
 */
export async function countOwnKeys(scope: Scope): Promise<number> {
  const { userId } = scope.actor;
  await lockOwnMembership(scope);
  const [row] = await scope.db
    .select({ total: count() })
    .from(apiKeys)
    .where(matching(scope, { userId }));
  return row?.total ?? 0;
}

export async function insertKey(
  scope: Scope,
  key: Pick<typeof apiKeys.$inferInsert, 'id' | 'name' | 'access' | 'beginning' | 'keyHash'>,
  expiresInDays: number | null,
): Promise<void> {
  const expiresAt =
    expiresInDays === null ? null : sql`now() + make_interval(days => ${expiresInDays})`;
  await scope.db.insert(apiKeys).values({
    ...key,
    organizationId: scope.organizationId,
    userId: scope.actor.userId,
    expiresAt,
  });
}

export async function renameKey(
  scope: Scope,
  filter: { userId?: string; id: string },
  name: string,
): Promise<void> {
  await scope.db.update(apiKeys).set({ name }).where(matching(scope, filter));
}

/** Deletes a key and returns its name; undefined if there is none. */
export async function deleteKey(
  scope: Scope,
  filter: { userId?: string; id: string },
): Promise<string | undefined> {
  const [row] = await scope.db
    .delete(apiKeys)
    .where(matching(scope, filter))
    .returning({ name: apiKeys.name });
  return row?.name;
}

function matching(scope: Scope, { userId, id }: { userId?: string; id?: string }): SQL | undefined {
  return and(
    eq(apiKeys.organizationId, scope.organizationId),
    userId === undefined ? undefined : eq(apiKeys.userId, userId),
    id === undefined ? undefined : eq(apiKeys.id, id),
  );
}

/** Lists a person's keys for the export of their account. */
export async function exportKeys(
  db: Database,
  userId: string,
  limit: number,
): Promise<AccountExport['apiKeys']> {
  const keys = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).limit(limit);
  return keys.map(({ organizationId, name, beginning, createdAt, lastUsedAt }) => ({
    organizationId,
    name,
    beginning,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
