import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type CryptoKey, errors, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import { prepareOnce } from '../../../db/prepare-once.ts';
import { memberships } from '../../../db/schema/organizations.ts';
import { sessions } from '../../../db/schema/sessions.ts';
import { jwks, users } from '../../../db/schema/users.ts';
import { createRecentCache } from '../../../platform/cache/recent-cache.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { Authenticate, SignedIn } from '../../../platform/http/session.ts';
import { sessionLifetimeMaxS } from './better-auth.ts';

/** Minimum time between two lookups of our keys in milliseconds. An unknown key id triggers a lookup. */
const keyLookupIntervalMs = 1000;

const clockToleranceS = 5;

/** Maximum number of tokens to cache as verified, so that a page's token is not verified for every request. */
const verifiedMax = 10_000;

/**
 * Identifies the sender of a bearer token, which must be an unexpired access token of a session that is still open. Signing
 * out, changing the password and disabling the account thus take effect immediately, not when the token expires.
 */
export function createAuthenticate(db: Database, publicUrl: string): Authenticate {
  const findKey = createKeyring(db);
  const verified = createRecentCache<AccessClaims>({ sizeMax: verifiedMax });

  async function verify(bearer: string): Promise<AccessClaims | null> {
    const known = verified.get(bearer);
    if (known && Date.now() / 1000 < known.expiresAtS + clockToleranceS) return known;
    const claims = await verifyAccessToken(bearer, publicUrl, findKey);
    if (claims) verified.set(bearer, claims);
    return claims;
  }

  return async (bearer, organizationId) => {
    const claims = await verify(bearer);
    return claims && findOpenSession(db, claims, organizationId);
  };
}

interface AccessClaims {
  userId: string;
  sessionId: string;
  /** Seconds since the epoch. */
  expiresAtS: number;
}

async function verifyAccessToken(
  bearer: string,
  publicUrl: string,
  findKey: (header: JWTHeaderParameters) => Promise<CryptoKey>,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(bearer, findKey, {
      algorithms: ['RS256'],
      issuer: publicUrl,
      audience: publicUrl,
      clockTolerance: clockToleranceS,
      requiredClaims: ['exp', 'sub', 'sid'],
    });
    const { sub: userId, sid: sessionId, exp: expiresAtS } = payload;
    return typeof sessionId === 'string' && userId && expiresAtS
      ? { userId, sessionId, expiresAtS }
      : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

const openSession = prepareOnce((db) =>
  db
    .select({
      userId: users.id,
      email: users.email,
      emailVerified: users.emailVerified,
      sessionId: sessions.id,
      providerOrganizationId: sessions.providerOrganizationId,
      role: memberships.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, sessions.userId),
        eq(memberships.organizationId, sql.placeholder('organizationId')),
      ),
    )
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.userId, sql.placeholder('userId')),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.createdAt, sql`now() - make_interval(secs => ${sessionLifetimeMaxS})`),
        isNull(users.disabledAt),
      ),
    )
    .prepare('open_session'),
);

async function findOpenSession(
  db: Database,
  { sessionId, userId }: AccessClaims,
  organizationId: string | undefined,
): Promise<SignedIn | null> {
  const named = { sessionId, userId, organizationId: organizationId ?? '' };
  const [found] = await openSession(db).execute(named);
  if (found === undefined) return null;
  const { providerOrganizationId, role, ...person } = found;
  const actor = providerOrganizationId === null ? person : { ...person, providerOrganizationId };
  return organizationId === undefined ? { actor } : { actor, role };
}

/** Creates a function that finds our public keys by id. They are read from the database when an unknown id appears. */
function createKeyring(db: Database) {
  let keys = new Map<string, CryptoKey>();
  let lookedUpAt = Number.NEGATIVE_INFINITY;
  let lookup: Promise<void> | null = null;

  async function lookUp(): Promise<void> {
    const rows = await db.select({ id: jwks.id, publicKey: jwks.publicKey }).from(jwks);
    const imported = rows.map(async ({ id, publicKey }) => {
      const key = await importJWK(JSON.parse(publicKey), 'RS256');
      return [id, key as CryptoKey] as const;
    });
    keys = new Map(await Promise.all(imported));
    lookedUpAt = performance.now();
  }

  return async ({ kid = '' }: JWTHeaderParameters): Promise<CryptoKey> => {
    if (!keys.has(kid) && performance.now() - lookedUpAt > keyLookupIntervalMs) {
      lookup ??= lookUp().finally(() => {
        lookup = null;
      });
      await lookup;
    }
    const key = keys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}
