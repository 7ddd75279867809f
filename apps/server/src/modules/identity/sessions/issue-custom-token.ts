import type { Database } from '../../../platform/database/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mintFirebaseToken } from '../firebase/firebase-tokens.ts';
import { uidOf } from '../firebase/firebase-users.ts';
import { issueSignInToken, type ProviderOrigin } from '../users/one-time-tokens.ts';

/**
 * Issues a custom token. Ours works once; Firebase's works for a minute. If an organization's identity provider signed the user
 * in, the session gives access only to that organization.
 */
export async function issueCustomToken(
  { config }: Platform,
  db: Database,
  userId: string,
  origin?: ProviderOrigin,
): Promise<string> {
  const { firebase } = config.signIn;
  if (!firebase) return issueSignInToken(db, userId, origin);
  return mintFirebaseToken(firebase, await uidOf(db, userId, origin?.organizationId));
}
