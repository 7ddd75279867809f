import type { Authenticate } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { FirebaseUser, VerifyFirebaseToken } from './firebase-tokens.ts';
import {
  findFirebaseUser,
  hasLeftProvider,
  isSignInOver,
  providerOrganizationOf,
} from './firebase-users.ts';

/** A SAML sign-in alone identifies nobody: it has to be exchanged, which applies the company's rules. */
export function isSamlSignIn({ signInProvider }: FirebaseUser): boolean {
  return signInProvider.startsWith('saml.');
}

/**
 * Identifies the sender of a bearer token, which must be a valid ID token of the Firebase project for an enabled account.
 * Creates no accounts, because a token that outlives its account would restore it.
 */
export function createFirebaseAuthenticate(
  { db }: Platform,
  verify: VerifyFirebaseToken,
): Authenticate {
  return async (bearer) => {
    const identity = await verify(bearer);
    if (!identity || isSamlSignIn(identity)) return null;
    const user = await findFirebaseUser(db, identity);
    if (!user || user.disabledAt || isSignInOver(user, identity)) return null;
    if (await hasLeftProvider(db, user, identity)) return null;
    const { id: userId, email, emailVerified } = user;
    const providerOrganizationId = providerOrganizationOf(identity);
    const actor = { userId, email, emailVerified };
    return {
      actor: providerOrganizationId === undefined ? actor : { ...actor, providerOrganizationId },
    };
  };
}
