/** Our users behind the accounts of a Firebase project. */
import { and, eq, notLike, sql } from 'drizzle-orm';
import { accounts, users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { newId } from '../../../platform/security/ids.ts';
import { canonicalEmail } from '../users/canonical-email.ts';
import { requireCompanyEmail } from '../users/company-email.ts';
import { voidUnprovenAccess } from '../users/external-user.ts';
import {
  endWhatWasMade,
  hasAccount,
  isInvited,
  isMemberOf,
  type UserRow,
} from '../users/identity.queries.ts';
import { requireSignUp } from '../users/require-sign-up.ts';
import { sendVerificationEmail } from '../users/send-verification-email.ts';
import type { FirebaseUser } from './firebase-tokens.ts';

const firebaseProviderId = 'firebase';

/**
 * Prefix of the uid of Firebase accounts that sign in through an organization's identity provider. It is followed by the ids of
 * the organization and the user, and by a random id, so that a new account is used after its sessions were ended. Firebase's
 * own uids contain only letters and digits.
 */
const providerUidPrefix = 'sso.';

/** Maximum age in milliseconds of a sign-in that may create a user, enough for a first page that loads slowly. */
const entryMs = 10 * 60_000;

/** Finds the user of a Firebase account by its uid. */
export async function findFirebaseUser(
  db: Database,
  identity: FirebaseUser,
): Promise<UserRow | undefined> {
  const user = await findLinkedUser(db, identity.uid);
  return user && noteProvenEmail(db, user, identity);
}

/**
 * Finds or creates the user of a Firebase sign-in: by uid, by an address that Firebase has verified, or as a new user. An
 * unverified address can create a user, but never gives access to an existing one.
 *
 * @returns undefined if there is no user and the sign-in is old, so that a browser that is still signed in does not restore a
 * deleted account
 */
export async function enterFirebaseUser(
  platform: Platform,
  identity: FirebaseUser,
): Promise<UserRow | undefined> {
  const { db } = platform;
  const known = await findFirebaseUser(db, identity);
  const isNew = Date.now() - (identity.signedInAt?.getTime() ?? 0) < entryMs;
  // Such an account is linked when its custom token is created. A missing link means that its sessions were ended.
  const isOfProvider = providerOrganizationOf(identity) !== undefined;
  if (known || !isNew || isOfProvider) return known;
  const linked = await db.transaction((tx) => linkUser(platform, tx, identity));
  return noteProvenEmail(db, linked, identity);
}

/** @returns true if the user has ended all sessions since this sign-in */
export function isSignInOver({ sessionsEndedAt }: UserRow, identity: FirebaseUser): boolean {
  return sessionsEndedAt !== null && !isSignInSince(identity, sessionsEndedAt);
}

/**
 * @returns true if the sign-in was at or after `since`, which is rounded down because Firebase reports sign-in times in whole
 * seconds
 */
export function isSignInSince({ signedInAt }: FirebaseUser, since: Date): boolean {
  return (signedInAt?.getTime() ?? 0) >= Math.floor(since.getTime() / 1000) * 1000;
}

/** @returns true if an organization's identity provider signed the user in, and the user has left that organization */
export async function hasLeftProvider(
  db: Database,
  { id }: UserRow,
  identity: FirebaseUser,
): Promise<boolean> {
  const organizationId = providerOrganizationOf(identity);
  return organizationId !== undefined && !(await isMemberOf(db, id, organizationId));
}

async function noteProvenEmail(
  db: Database,
  user: UserRow,
  identity: FirebaseUser,
): Promise<UserRow> {
  const isNowProven =
    identity.isEmailVerified &&
    user.emailProvenAt === null &&
    canonicalEmail(identity.email ?? '') === user.email;
  if (!isNowProven) return user;
  const proven = { emailProvenAt: new Date(), emailVerified: true, emailClaimed: false };
  await db.transaction(async (tx) => {
    // API keys and share links may have been created by someone else under this address.
    await endWhatWasMade(tx, user.id);
    await tx.update(users).set(proven).where(eq(users.id, user.id));
  });
  return { ...user, ...proven };
}

/**
 * Returns the Firebase uid of a user, for a custom token. With `organizationId`, it is a separate account for sign-ins through
 * that organization's identity provider, because whoever holds a token can set a password for its account.
 */
export async function uidOf(
  db: Database,
  userId: string,
  organizationId?: string,
): Promise<string> {
  if (organizationId !== undefined) return providerUidOf(db, userId, organizationId);
  const [link] = await db
    .select({ uid: accounts.accountId })
    .from(accounts)
    .where(
      and(
        eq(accounts.providerId, firebaseProviderId),
        eq(accounts.userId, userId),
        notLike(accounts.accountId, `${providerUidPrefix}%`),
      ),
    )
    .orderBy(accounts.createdAt, accounts.id)
    .limit(1);
  if (link) return link.uid;
  await db.insert(accounts).values(linkTo(userId, userId)).onConflictDoNothing();
  return userId;
}

async function providerUidOf(db: Database, userId: string, organizationId: string) {
  const [link] = await db
    .select({ uid: accounts.accountId })
    .from(accounts)
    .where(and(isOfProvider(organizationId), eq(accounts.userId, userId)))
    .orderBy(accounts.createdAt, accounts.id)
    .limit(1);
  if (link) return link.uid;
  const uid = `${providerUidPrefix}${organizationId}.${userId}.${newId()}`;
  await db.insert(accounts).values(linkTo(userId, uid));
  return uid;
}

/**
 * Unlinks the Firebase accounts that sign in through an organization's identity provider, for one member or for all. Later
 * sign-ins get new accounts, and the old ones are useless.
 */
export async function unlinkProviderAccounts(
  db: Database,
  organizationId: string,
  userId?: string,
): Promise<void> {
  const isTheirs = userId === undefined ? undefined : eq(accounts.userId, userId);
  await db.delete(accounts).where(and(isOfProvider(organizationId), isTheirs));
}

function isOfProvider(organizationId: string) {
  const prefix = `${providerUidPrefix}${organizationId}.`;
  return and(
    eq(accounts.providerId, firebaseProviderId),
    sql`starts_with(${accounts.accountId}, ${prefix})`,
  );
}

/** Returns the organization whose identity provider signed the user in; undefined for other sign-in methods. */
export function providerOrganizationOf({ uid }: FirebaseUser): string | undefined {
  return uid.startsWith(providerUidPrefix)
    ? uid.slice(providerUidPrefix.length).split('.')[0]
    : undefined;
}

async function findLinkedUser(db: Database, uid: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.providerId, firebaseProviderId), eq(accounts.accountId, uid)));
  return row?.user;
}

async function linkUser(
  platform: Platform,
  db: Database,
  identity: FirebaseUser,
): Promise<UserRow> {
  // The first page of a new account sends several requests at the same time.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`firebase ${identity.uid}`}))`);
  const known = await findLinkedUser(db, identity.uid);
  if (known) return known;
  const email = canonicalEmail(identity.email ?? '');
  if (email === null) {
    throw new ApiError('auth/invalid-email', { message: 'The account has no email address.' });
  }
  const user =
    (await createUser(platform, db, identity, email)) ?? (await takeOverUser(db, identity, email));
  await db.insert(accounts).values(linkTo(user.id, identity.uid));
  return user;
}

async function createUser(
  platform: Platform,
  db: Database,
  { name, isEmailVerified }: FirebaseUser,
  email: string,
): Promise<UserRow | undefined> {
  if (!(await hasAccount(db, email))) await requireSignUp(platform.config, db, email);
  if (!(await isInvited(db, email))) requireCompanyEmail(platform.config, email);
  const mustVerify = platform.config.signIn.hasEmailVerification && !isEmailVerified;
  const emailProvenAt = isEmailVerified ? new Date() : null;
  const [user] = await db
    .insert(users)
    .values({ id: newId(), email, name, emailVerified: !mustVerify, emailProvenAt })
    .onConflictDoNothing({ target: users.email })
    .returning();
  if (user && mustVerify) await sendVerificationEmail(platform, db, { userId: user.id, email });
  return user;
}

async function takeOverUser(
  db: Database,
  { isEmailVerified }: FirebaseUser,
  email: string,
): Promise<UserRow> {
  if (!isEmailVerified) {
    throw new ApiError('auth/email-already-in-use', {
      hint: 'Verify the address at the identity provider, then sign in again.',
    });
  }
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new ApiError('conflict', { hint: 'Sign in again.' });
  await voidUnprovenAccess(db, user.id);
  return user;
}

function linkTo(userId: string, uid: string) {
  return { id: newId(), userId, providerId: firebaseProviderId, accountId: uid };
}
