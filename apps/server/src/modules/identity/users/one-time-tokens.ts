/**
 * Tokens that grant something once: custom tokens, the request and the proof of a SAML sign-in, attempts to sign in with Google
 * or IBM, and emailed verification links. A token is 256 random bits, of which only the SHA-256 is stored. It has one purpose,
 * and ends when it expires or is used.
 */
import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { oneTimeTokens } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { newSecret } from '../../../platform/security/ids.ts';

/** The settings of the identity provider that signed the user in. */
export interface ProviderOrigin {
  organizationId: string;
  /** Stamp of the provider's row, see `stampOf`. Tokens of the previous release have none. */
  providerStamp?: string;
}

/** Data of each purpose. */
interface Payloads {
  'sign-in': Partial<ProviderOrigin>;
  /** `browser` is the hash of a value that the browser has in a cookie. */
  'saml-proof': ProviderOrigin & { email: string; browser: string };
  /** The request with which a browser was redirected. The token is the hash of the value in the browser's cookie. */
  'saml-request': { requestId: string };
  'oidc-attempt': { provider: string; context: string; codeVerifier: string };
  'verify-email': { email: string; organizationId: string };
}

export type TokenPurpose = keyof Payloads;

const lifetimesS: Record<TokenPurpose, number> = {
  'sign-in': 60,
  'saml-proof': 60,
  // For as long as the library waits for a response.
  'saml-request': 5 * 60,
  'oidc-attempt': 10 * 60,
  'verify-email': 24 * 3600,
};

export interface TokenContent<P extends TokenPurpose> {
  userId: string | null;
  payload: Payloads[P];
}

interface IssuedToken<P extends TokenPurpose> {
  userId?: string;
  payload: Payloads[P];
  token?: string;
}

/** Issues a token. A `token` from the caller has to be as hard to guess as a generated one. */
export async function issueToken<P extends TokenPurpose>(
  db: Database,
  purpose: P,
  { userId, payload, token = newSecret() }: IssuedToken<P>,
): Promise<string> {
  await db.insert(oneTimeTokens).values({
    tokenHash: sha256(token),
    purpose,
    userId: userId ?? null,
    payload,
    expiresAt: sql`now() + make_interval(secs => ${lifetimesS[purpose]})`,
  });
  return token;
}

/** Issues a custom token: whoever sends it to /api/auth/custom-token within a minute is signed in as this user. */
export function issueSignInToken(
  db: Database,
  userId: string,
  origin: ProviderOrigin | Record<string, never> = {},
): Promise<string> {
  return issueToken(db, 'sign-in', { userId, payload: origin });
}

/** Reads the content of an unexpired token, even if it was used; null if there is none. */
export async function readToken<P extends TokenPurpose>(
  db: Database,
  purpose: P,
  token: string,
): Promise<TokenContent<P> | null> {
  const [row] = await db.select(content).from(oneTimeTokens).where(isInTime(purpose, token));
  return (row as TokenContent<P> | undefined) ?? null;
}

/**
 * Uses up a token; null if it is unknown, expired or used. A single statement decides, so exactly one of several concurrent
 * attempts gets it.
 */
export async function spendToken<P extends TokenPurpose>(
  db: Database,
  purpose: P,
  token: string,
): Promise<TokenContent<P> | null> {
  const [row] = await db
    .update(oneTimeTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isInTime(purpose, token), isNull(oneTimeTokens.usedAt)))
    .returning(content);
  return (row as TokenContent<P> | undefined) ?? null;
}

/** Withdraws a user's tokens for a purpose, so that only the newest link works. */
export async function withdrawTokens(
  db: Database,
  purpose: TokenPurpose,
  userId: string,
): Promise<void> {
  await db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.purpose, purpose), eq(oneTimeTokens.userId, userId)));
}

const content = { userId: oneTimeTokens.userId, payload: oneTimeTokens.payload };

function isInTime(purpose: TokenPurpose, token: string) {
  return and(
    eq(oneTimeTokens.tokenHash, sha256(token)),
    eq(oneTimeTokens.purpose, purpose),
    gt(oneTimeTokens.expiresAt, sql`now()`),
  );
}

export function sha256(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
