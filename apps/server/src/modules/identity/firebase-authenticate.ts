import type { Platform } from '../../platform/platform.ts';
import type { Authenticate } from '../../platform/session.ts';
import type { FirebaseUser, VerifyFirebaseToken } from './firebase-tokens.ts';
import { findOrCreateFirebaseUser } from './firebase-users.ts';

/** A SAML sign-in alone is nobody: it is exchanged, where its company's rules are looked at. */
export function isSamlSignIn({ signInProvider }: FirebaseUser): boolean {
  return signInProvider.startsWith('saml.');
}

/** Tells who sent a bearer token: an id token of the Firebase project, in time, for an open account. */
export function createFirebaseAuthenticate(
  platform: Platform,
  verify: VerifyFirebaseToken,
): Authenticate {
  return async (bearer) => {
    const identity = await verify(bearer);
    if (!identity || isSamlSignIn(identity)) return null;
    const user = await findOrCreateFirebaseUser(platform, identity);
    return user.disabledAt ? null : { userId: user.id, email: user.email };
  };
}
