/**
 * Requires a recent proof of identity for actions that cannot be undone or that reveal everything, so that neither a page left
 * open nor a stolen access token is enough.
 */
import type { Proof } from '@parley/contract';
import { and, eq, exists, isNotNull, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { sessions } from '../../../db/schema/sessions.ts';
import { accounts } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { SessionScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { VerifyFirebaseToken } from '../firebase/firebase-tokens.ts';

const recentMinutes = 10;

export type FindProof = (scope: SessionScope, request: FastifyRequest) => Promise<Proof>;

/** Finds the proof for our own accounts: the password, or the sign-in if the account has no password. */
export const findOwnProof: FindProof = async ({ db, actor }) => {
  const password = db
    .select({ one: sql`1` })
    .from(accounts)
    .where(and(eq(accounts.userId, actor.userId), isNotNull(accounts.password)));
  const since = sql`now() - make_interval(mins => ${recentMinutes})`;
  const [session] = await db
    .select({
      hasPassword: exists(password).mapWith(Boolean),
      isNew: sql`${sessions.createdAt} > ${since}`.mapWith(Boolean),
      isProven: sql`coalesce(${sessions.provenAt} > ${since}, false)`.mapWith(Boolean),
    })
    .from(sessions)
    .where(and(eq(sessions.id, actor.sessionId ?? ''), eq(sessions.userId, actor.userId)));
  if (session === undefined) throw new ApiError('not_signed_in');
  return session.hasPassword
    ? { method: 'password', isRecent: session.isProven }
    : { method: 'sign-in', isRecent: session.isNew };
};

/** Finds the proof for Firebase accounts: the time of the last sign-in according to the token. */
export function firebaseProof(verify: VerifyFirebaseToken): FindProof {
  return async (_, { headers }) => {
    const user = await verify(headers.authorization?.slice('Bearer '.length) ?? '');
    if (user === null) throw new ApiError('not_signed_in');
    const agoMs = Date.now() - (user.signedInAt?.getTime() ?? 0);
    return {
      method: user.signInProvider === 'password' ? 'password' : 'sign-in',
      isRecent: agoMs < recentMinutes * 60_000,
    };
  };
}

export async function requireProof(
  find: FindProof,
  scope: SessionScope,
  request: FastifyRequest,
): Promise<void> {
  const { isRecent } = await find(scope, request);
  if (!isRecent) throw new ApiError('proof_needed');
}

export async function noteProof(db: Database, sessionId: string): Promise<void> {
  await db.update(sessions).set({ provenAt: sql`now()` }).where(eq(sessions.id, sessionId));
}
