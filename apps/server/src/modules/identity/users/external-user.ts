import { and, eq, sql } from 'drizzle-orm';
import { sessions } from '../../../db/schema/sessions.ts';
import { accounts, users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { newId } from '../../../platform/security/ids.ts';
import { canonicalEmail } from './canonical-email.ts';
import { endWhatWasMade, hasAccount, proveEmail } from './identity.queries.ts';

/** A user according to a verified response of the provider. */
export interface OidcIdentity {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string;
}

export interface ExternalUser {
  userId: string;
  isNewUser: boolean;
}

/**
 * Finds the user of a provider's identity: by the provider's subject, by an address that the provider has verified, or as a new
 * user if `requireSignUp` allows that. Call it in a transaction.
 */
export async function findOrCreateExternalUser(
  db: Database,
  providerId: string,
  identity: OidcIdentity,
  requireSignUp: (db: Database, email: string) => Promise<void>,
): Promise<ExternalUser> {
  const known = await findLinkedUser(db, providerId, identity.subject);
  if (known) return { userId: known, isNewUser: false };
  const email = verifiedEmail(identity);
  if (!(await hasAccount(db, email))) await requireSignUp(db, email);
  const created = await createUser(db, email, identity.name);
  const userId = created ?? (await takeOverUser(db, email));
  await db
    .insert(accounts)
    .values({ id: newId(), userId, providerId, accountId: identity.subject });
  return { userId, isNewUser: created !== undefined };
}

async function findLinkedUser(
  db: Database,
  providerId: string,
  subject: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, providerId), eq(accounts.accountId, subject)));
  return row?.userId;
}

function verifiedEmail({ email, isEmailVerified }: OidcIdentity): string {
  const canonical = canonicalEmail(email ?? '');
  if (canonical === null) {
    throw new ApiError('auth/invalid-email', {
      message: 'The provider did not return an email address.',
    });
  }
  if (!isEmailVerified) {
    throw new ApiError('auth/operation-not-allowed', {
      message: 'The provider has not verified the email address of this account.',
    });
  }
  return canonical;
}

async function createUser(db: Database, email: string, name: string): Promise<string | undefined> {
  const [row] = await db
    .insert(users)
    .values({ id: newId(), email, name, emailVerified: true, emailProvenAt: sql`now()` })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return row?.id;
}

async function takeOverUser(db: Database, email: string): Promise<string> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new ApiError('conflict', { hint: 'Sign in again.' });
  await voidUnprovenAccess(db, user.id);
  return user.id;
}

/**
 * Finds the user of an address that an identity provider has verified, or creates it. Call it in a transaction.
 * @throws ApiError `auth/user-disabled`
 */
export async function findOrCreateUser(db: Database, email: string): Promise<string> {
  const created = await createUser(db, email, '');
  if (created !== undefined) return created;
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new ApiError('conflict', { hint: 'Sign in again.' });
  if (user.disabledAt) throw new ApiError('auth/user-disabled');
  return user.id;
}

/**
 * Records that a user has proven control of the mailbox. If it was unproven before, an attacker may have created the account,
 * and may still be signed in, have created API keys, or know a way to sign in: a password (here or at Firebase) or a provider's
 * account. All of these are removed.
 */
export async function voidUnprovenAccess(db: Database, userId: string): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update');
  if (user?.emailProvenAt !== null) return;
  await db.delete(accounts).where(eq(accounts.userId, userId));
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await endWhatWasMade(db, userId);
  await proveEmail(db, userId);
}
