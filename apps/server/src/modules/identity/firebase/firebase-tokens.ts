/** Verifies ID tokens of a Firebase project, and creates custom tokens. */
import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  importPKCS8,
  type JWTPayload,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import type { FirebaseConfig } from '../../../platform/config/firebase-config.ts';
import { logFailures, operatorFetch } from '../../../platform/egress/operator-services.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Log } from '../../../platform/observability/log.ts';

/** A user according to a verified Firebase token. */
export interface FirebaseUser {
  uid: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string;
  /** Sign-in method, such as `password`, `custom`, `google.com` or `saml.acme`; empty if unknown. */
  signInProvider: string;
  /** Time of the last sign-in, which may be long before the token was issued. */
  signedInAt: Date | undefined;
}

/**
 * Verifies a token. Resolves to null if it is not genuine.
 *
 * @throws ApiError `unavailable` if that cannot be determined
 */
export type VerifyFirebaseToken = (token: string) => Promise<FirebaseUser | null>;

const keysTimeoutMs = 5000;
const keysBytesMax = 1024 * 1024;
const keysKeptMs = 60 * 60_000;
/** Minimum time between two requests for Firebase's keys in milliseconds. An unknown key id triggers a request. */
const keysPauseMs = 30_000;
const clockToleranceS = 5;
const uidLengthMax = 128;

export function createFirebaseVerifier(firebase: FirebaseConfig, log: Log): VerifyFirebaseToken {
  const findKey = createRemoteJWKSet(firebase.keysUrl, {
    timeoutDuration: keysTimeoutMs,
    cacheMaxAge: keysKeptMs,
    cooldownDuration: keysPauseMs,
    [customFetch]: operatorFetch({
      name: 'keys of the identity provider',
      url: firebase.keysUrl,
      timeoutMs: keysTimeoutMs,
      answerBytesMax: keysBytesMax,
      onFailure: logFailures(log),
    }),
  });
  const expected = {
    issuer: `https://securetoken.google.com/${firebase.projectId}`,
    audience: firebase.projectId,
    clockTolerance: clockToleranceS,
    requiredClaims: ['exp', 'iat', 'sub'],
  };

  async function verify(token: string): Promise<JWTPayload> {
    const isUnsigned = decodeProtectedHeader(token).alg === 'none';
    if (isUnsigned && firebase.emulatorHost !== null) {
      const { payload } = UnsecuredJWT.decode(token, expected);
      if (payload.sub === undefined) throw new errors.JWTInvalid('No subject');
      return payload;
    }
    return (await jwtVerify(token, findKey, { ...expected, algorithms: ['RS256'] })).payload;
  }

  return async (token) => {
    try {
      return readUser(await verify(token));
    } catch (cause) {
      if (isForgery(cause)) return null;
      throw new ApiError('unavailable', {
        message: 'The keys of the identity provider could not be read.',
        cause,
      });
    }
  };
}

/** @returns true if the token itself is invalid; false if the keys are unavailable, which says nothing about the token */
function isForgery(error: unknown): boolean {
  const isAboutKeys =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === errors.JOSEError.code);
  // The decoder of the token's header, which runs first, throws a TypeError.
  const isUnreadable = error instanceof TypeError && error.message.startsWith('Invalid Token');
  return isUnreadable || (error instanceof errors.JOSEError && !isAboutKeys);
}

function readUser(claims: JWTPayload): FirebaseUser | null {
  const { sub, email, email_verified, name, firebase, auth_time } = claims;
  if (!sub || sub.length > uidLengthMax) return null;
  return {
    uid: sub,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: email_verified === true,
    name: typeof name === 'string' ? name : '',
    signInProvider: signInProviderOf(firebase),
    signedInAt: typeof auth_time === 'number' ? new Date(auth_time * 1000) : undefined,
  };
}

function signInProviderOf(claim: unknown): string {
  const isTold = typeof claim === 'object' && claim !== null && 'sign_in_provider' in claim;
  return isTold ? String(claim.sign_in_provider) : '';
}

/** Lifetime in seconds, equal to that of our own custom tokens. Firebase has no tokens that work only once. */
const customTokenLifetimeS = 60;

const customTokenAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

/** Creates a custom token with which the browser signs in to Firebase as `uid`. */
export async function mintFirebaseToken(
  { serviceAccount, emulatorHost }: FirebaseConfig,
  uid: string,
): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const signer = serviceAccount?.email ?? 'emulator@parley.example';
  const claims = { uid, iss: signer, sub: signer, aud: customTokenAudience };
  const times = { iat: issuedAt, exp: issuedAt + customTokenLifetimeS };
  if (emulatorHost !== null) return new UnsecuredJWT({ ...claims, ...times }).encode();
  if (serviceAccount === null) {
    throw new ApiError('auth/operation-not-allowed', {
      message: 'Custom tokens need a service account.',
      hint: 'Set PARLEY_FIREBASE_SERVICE_ACCOUNT.',
    });
  }
  const key = await importPKCS8(serviceAccount.privateKey, 'RS256');
  return new SignJWT({ ...claims, ...times })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .sign(key);
}
