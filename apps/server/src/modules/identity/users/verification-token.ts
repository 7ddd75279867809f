/**
 * The token of the mailed link that verifies an email: base64 of
 * `userId:email:organizationId:secret`. The first three parts are for the page of the link. Only
 * the secret counts, and the other parts must match those it was issued for.
 */
import type { Database } from '../../../platform/database/db.ts';
import { issueToken, readToken, spendToken, withdrawTokens } from './one-time-tokens.ts';

export interface VerificationClaims {
  userId: string;
  email: string;
  /** Empty for a user who belongs to no organization yet. */
  organizationId: string;
}

/** Issues a new token, and invalidates earlier ones. */
export async function issueVerificationToken(
  db: Database,
  { userId, ...payload }: VerificationClaims,
): Promise<string> {
  await withdrawTokens(db, 'verify-email', userId);
  const secret = await issueToken(db, 'verify-email', { userId, payload });
  const text = `${userId}:${payload.email}:${payload.organizationId}:${secret}`;
  return Buffer.from(text).toString('base64');
}

/** Claims of a genuine, unexpired token; it may have been used. */
export function readVerificationToken(
  db: Database,
  token: string,
): Promise<VerificationClaims | null> {
  return check(token, (secret) => readToken(db, 'verify-email', secret));
}

/** Spends a genuine token. */
export function spendVerificationToken(
  db: Database,
  token: string,
): Promise<VerificationClaims | null> {
  return check(token, async (secret, claims) => {
    const found = await readToken(db, 'verify-email', secret);
    // A forged link must not use up the real one.
    return found && agrees(found, claims) ? spendToken(db, 'verify-email', secret) : null;
  });
}

type Found = { userId: string | null; payload: { email: string; organizationId: string } };

async function check(
  token: string,
  find: (secret: string, claims: VerificationClaims) => Promise<Found | null>,
): Promise<VerificationClaims | null> {
  const parts = Buffer.from(token, 'base64').toString().split(':');
  // The form with three parts carries no secret. An email may hold colons.
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
