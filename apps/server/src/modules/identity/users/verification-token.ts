/**
 * The token in an emailed verification link: the Base64 of `userId:email:organizationId:secret`. The page behind the link reads
 * the first three parts. Only the secret counts, and the other parts have to match those for which it was issued.
 */
import type { Database } from '../../../platform/database/db.ts';
import { issueToken, readToken, spendToken, withdrawTokens } from './one-time-tokens.ts';

export interface VerificationClaims {
  userId: string;
  email: string;
  /** Id of the user's current organization, or `default`. */
  organizationId: string;
}

/** Issues a new token and invalidates earlier ones. */
export async function issueVerificationToken(
  db: Database,
  { userId, ...payload }: VerificationClaims,
): Promise<string> {
  await withdrawTokens(db, 'verify-email', userId);
  const secret = await issueToken(db, 'verify-email', { userId, payload });
  const text = `${userId}:${payload.email}:${payload.organizationId}:${secret}`;
  return Buffer.from(text).toString('base64');
}

/** Returns the claims of a genuine, unexpired token, even if it was used; otherwise null. */
export function readVerificationToken(
  db: Database,
  token: string,
): Promise<VerificationClaims | null> {
  return check(token, (secret) => readToken(db, 'verify-email', secret));
}

/** Uses up a genuine token; null if it is invalid, expired or used. */
export function spendVerificationToken(
  db: Database,
  token: string,
): Promise<VerificationClaims | null> {
  return check(token, async (secret, claims) => {
    const found = await readToken(db, 'verify-email', secret);
    // A forged link must not use up the real token.
    return found && agrees(found, claims) ? spendToken(db, 'verify-email', secret) : null;
  });
}

type Found = { userId: string | null; payload: { email: string; organizationId: string } };

async function check(
  token: string,
  find: (secret: string, claims: VerificationClaims) => Promise<Found | null>,
): Promise<VerificationClaims | null> {
  const parts = Buffer.from(token, 'base64').toString().split(':');
  // A text with three parts contains no secret. An email address can contain colons.
  if (parts.length < 4) return null;
  const [userId = '', ...rest] = parts;
  const secret = rest.pop() ?? '';
  const organizationId = rest.pop() ?? '';
  const claims = { userId, email: rest.join(':'), organizationId };
  const found = await find(secret, claims);
  return found && agrees(found, claims) ? claims : null;
}

function agrees({ userId, payload }: Found, claims: VerificationClaims): boolean {
  return (
    userId === claims.userId &&
    payload.email === claims.email &&
    payload.organizationId === claims.organizationId
  );
}
