import type { AccountExport, AccountSession, Deletion } from '@parley/contract';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { sessions } from '../../../db/schema/sessions.ts';
import { accounts, users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Actor, SessionScope } from '../../../platform/database/scope.ts';
import { listMemberOf, lockOwnedOrganizations } from '../users/identity.queries.ts';
import type { AccountExports } from './account-exports.ts';

const sessionsMax = 100;
const exportedMax = 10_000;

export async function listSessions({ db, actor }: SessionScope): Promise<AccountSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(isInReach(actor), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt), sessions.id)
    .limit(sessionsMax);
  return rows.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
    id,
    isCurrent: id === actor.sessionId,
    userAgent,
    ipAddress: ipAddress || null,
    createdAt: createdAt.toISOString(),
    lastActiveAt: updatedAt.toISOString(),
  }));
}

/**
 * Ends a session.
 *
 * @returns false if the caller has no such session
 */
export async function endSession({ db, actor }: SessionScope, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(isInReach(actor), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function endAllSessions({ db, actor }: SessionScope): Promise<void> {
  if (actor.providerOrganizationId === undefined)
    await db.update(users).set({ sessionsEndedAt: sql`now()` }).where(eq(users.id, actor.userId));
  await db.delete(sessions).where(isInReach(actor));
}

/**
 * Condition for the sessions that the caller may see and end: all of their own, or only those that the same identity provider
 * started.
 */
function isInReach({ userId, providerOrganizationId }: Actor) {
  return and(
    eq(sessions.userId, userId),
    providerOrganizationId === undefined
      ? undefined
      : eq(sessions.providerOrganizationId, providerOrganizationId),
  );
}

/** Lists what a deletion would do to the caller's organizations, by the same rules as the deletion. */
export async function previewDeletion({ db, actor }: SessionScope): Promise<Deletion> {
  const owned = new Map(
    (await lockOwnedOrganizations(db, actor.userId)).map(({ id, hasOthers }) => [id, hasOthers]),
  );
  const memberOf = await listMemberOf(db, actor.userId);
  return memberOf.map(({ id, name }) => {
    const hasOthers = owned.get(id);
    return {
      id,
      name,
      outcome: hasOthers === undefined ? 'leaves' : hasOthers ? 'keeps' : 'deletes',
    };
  });
}

type Stored = Omit<AccountExport, 'exportedAt' | 'profile' | 'sessions'>;

/**
 * Lists what is stored about a user besides the profile and sessions: sign-in methods and the exports of other modules, each
 * with a limited number of entries.
 */
export async function listStored(
  db: Database,
  exports: AccountExports,
  userId: string,
): Promise<Stored> {
  const methods = await db.select().from(accounts).where(eq(accounts.userId, userId)).limit(100);
  return {
    signInMethods: methods.map(({ providerId, createdAt }) => ({
      provider: providerId === 'credential' ? 'password' : providerId,
      since: createdAt.toISOString(),
    })),
    memberships: await exports.memberships(db, userId, exportedMax),
    apiKeys: await exports.apiKeys(db, userId, exportedMax),
    feedback: await exports.feedback(db, userId, exportedMax),
    runsStarted: await exports.runsStarted(db, userId, exportedMax),
  };
}
