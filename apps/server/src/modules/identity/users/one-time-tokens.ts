/**
 * The one mechanism behind everything that grants access once: custom tokens, the request and the
 * proof of a SAML sign-in, an attempt at Google or IBM, mailed verification links. A token is 256
 * random bits, of which only the sha256 is stored. It has one purpose and ends by time or by its
 * first use.
 */
import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { oneTimeTokens } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { newSecret } from '../../../platform/security/ids.ts';

/** Settings of the identity provider by which the person was admitted. */
export interface ProviderOrigin {
  organizationId: string;
  /** Stamp of the provider's row, see `stampOf`. Servers of the previous release write none. */
  providerStamp?: string;
}

/** Data and lifetime of each purpose. */
interface Payloads {
  'sign-in': Partial<ProviderOrigin>;
  /** `browser`: hash of the value that the requesting browser keeps in a cookie. */
  'saml-proof': ProviderOrigin & { email: string; browser: string };
  /**
   * The request with which a browser was redirected; the token is the hash of the value in its
   * cookie.
   */
  'saml-request': { requestId: string };
  'oidc-attempt': { provider: string; context: string; codeVerifier: string };
  'verify-email': { email: string; organizationId: string };
}

export type TokenPurpose = keyof Payloads;

const lifetimesS: Record<TokenPurpose, number> = {
  'sign-in': 60,
  'saml-proof': 60,
  // As long as the library waits for an answer.
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

/** Issues a token. A `token` that was made before must be as hard to guess as those made here. */
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

/**
 * A custom token: a client that posts it to /api/auth/custom-token within a minute becomes that
 * user.
 */
export function issueSignInToken(
  db: Database,
  userId: string,
  origin: ProviderOrigin | Record<string, never> = {},
): Promise<string> {
  return issueToken(db, 'sign-in', { userId, payload: origin });
}

/** Reads what a token stands for, used or not, until it expires. Changes nothing. */
export async function readToken<P extends TokenPurpose>(
  db: Database,
  purpose: P,
  token: string,
): Promise<TokenContent<P> | null> {
  const [row] = await db.select(content).from(oneTimeTokens).where(isInTime(purpose, token));
  return (row as TokenContent<P> | undefined) ?? null;
}

/** Spends a token. One statement decides, so of any number of parallel tries exactly one gets it. */
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

/** Withdraws a user's earlier tokens of a purpose, so that only the newest link works. */
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
