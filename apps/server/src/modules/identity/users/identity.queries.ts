/** Queries of users, their sign-in methods and sessions. */
import type { User } from '@parley/contract';
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { endRunSharesBy } from '../../../db/end-run-shares.ts';
import { nameOrder } from '../../../db/name-order.ts';
import { apiKeys } from '../../../db/schema/api-keys.ts';
import { invitations, memberships, organizations } from '../../../db/schema/organizations.ts';
import { sessions } from '../../../db/schema/sessions.ts';
import { accounts, users, verifications } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { forgetAllAttempts } from '../passwords/lockout.ts';
import { withdrawTokens } from './one-time-tokens.ts';

export type UserRow = typeof users.$inferSelect;

export async function hasAccount(db: Database, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return rows.length > 0;
}

/** Finds a user's password hash; null if the user has no password. */
export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return account?.password ?? null;
}

/** Finds the password hash of an address; null if there is no such account, or it has no password. */
export async function findPasswordHashOf(db: Database, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user ? findPasswordHash(db, user.id) : null;
}

export async function endSessionOf(db: Database, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token));
}

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** @returns true if this address has an open invitation to an organization */
export async function isInvited(db: Database, email: string): Promise<boolean> {
  const open = and(eq(invitations.email, email), gt(invitations.expiresAt, sql`now()`));
  return (await db.$count(invitations, open)) > 0;
}

/** Changes to a profile. Undefined fields keep their values. */
export type ProfileChange = {
  [Field in 'name' | 'jobTitle' | 'json' | 'newsletter' | 'surveyCompleted' | 'onboardingData']?:
    | UserRow[Field]
    | undefined;
};

export async function changeUser(
  db: Database,
  id: string,
  change: ProfileChange,
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(users.id, id))
    .returning();
  return user;
}

export function listMemberOf(db: Database, userId: string): Promise<User['memberOf']> {
  return db
    .select({ id: organizations.id, name: organizations.name, role: memberships.role })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(nameOrder(organizations.name)), asc(organizations.id));
}

export async function isMemberOf(
  db: Database,
  userId: string,
  organizationId: string,
): Promise<boolean> {
  const own = and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId));
  return (await db.$count(memberships, own)) > 0;
}

/**
 * Handles a password reset. The link proves the mailbox, and failed attempts are forgotten. If the address was unproven before,
 * someone else may have created API keys, share links or other sign-in methods, so these are removed.
 */
export async function passwordWasReset(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const user = await findUser(db, id);
  if (user?.emailProvenAt === null) {
    await endWhatWasMade(db, id);
    // Keeps the new password.
    await db
      .delete(accounts)
      .where(and(eq(accounts.userId, id), ne(accounts.providerId, 'credential')));
  }
  await proveEmail(db, id);
  await withdrawAccess(db, id);
  await forgetAllAttempts(db, email);
}

/** Invalidates what was issued to give access: custom tokens and password reset links. */
export async function withdrawAccess(db: Database, userId: string): Promise<void> {
  await withdrawTokens(db, 'sign-in', userId);
  // Only reset links have the user's id as their value.
  await db.delete(verifications).where(eq(verifications.value, userId));
}

/** Deletes API keys and share links that were created under an unproven address. */
export async function endWhatWasMade(db: Database, userId: string): Promise<void> {
  await deleteApiKeys(db, userId);
  await endRunSharesBy(db, userId);
}

/** Deletes a user's API keys, in one organization or in all. */
export function deleteApiKeys(
  db: Database,
  userId: string,
  organizationId?: string,
): Promise<{ organizationId: string; name: string }[]> {
  return db
    .delete(apiKeys)
    .where(
      and(
        eq(apiKeys.userId, userId),
        organizationId === undefined ? undefined : eq(apiKeys.organizationId, organizationId),
      ),
    )
    .returning({ organizationId: apiKeys.organizationId, name: apiKeys.name });
}

export async function proveEmail(db: Database, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ emailProvenAt: sql`now()`, emailVerified: true, emailClaimed: false })
    .where(eq(users.id, userId));
}

/** Records that the user came from IBM, for the questions that the dashboard asks new users. */
export async function rememberIbm(
  db: Database,
  userId: string,
  ibm: { instanceId: string; isNewUser: boolean },
): Promise<void> {
  await db
    .update(users)
    .set({ onboardingData: sql`${users.onboardingData} || ${JSON.stringify({ ibm })}::jsonb` })
    .where(eq(users.id, userId));
}

/**
 * Deletes open invitations to organizations that this user owns, so that nobody joins an organization that is being deleted.
 */
export async function withdrawOwnInvitations(db: Database, userId: string): Promise<void> {
  await db.delete(invitations).where(inArray(invitations.organizationId, ownedBy(db, userId)));
}

/** Locks and lists the organizations that this user owns, and tells which have other members. */
export async function lockOwnedOrganizations(
  db: Database,
  userId: string,
): Promise<{ id: string; hasOthers: boolean }[]> {
  const locked = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(inArray(organizations.id, ownedBy(db, userId)))
    .for('update');
  // A separate query, because only one that runs after the lock sees members who joined while it waited.
  const joined = await db
    .selectDistinct({ id: memberships.organizationId })
    .from(memberships)
    .where(
      and(
        inArray(
          memberships.organizationId,
          locked.map(({ id }) => id),
        ),
        ne(memberships.userId, userId),
      ),
    );
  const withOthers = new Set(joined.map(({ id }) => id));
  return locked.map(({ id }) => ({ id, hasOthers: withOthers.has(id) }));
}

function ownedBy(db: Database, userId: string) {
  return db
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.role, 'owner')));
}

export async function deleteUserWithOrganizations(
  db: Database,
  { userId, organizationIds }: { userId: string; organizationIds: string[] },
): Promise<void> {
  await db.delete(organizations).where(inArray(organizations.id, organizationIds));
  await db.delete(users).where(eq(users.id, userId));
}
