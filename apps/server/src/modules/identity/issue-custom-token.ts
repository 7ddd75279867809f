import type { Database } from '../../platform/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { mintFirebaseToken } from './firebase-tokens.ts';
import { uidOf } from './firebase-users.ts';
import { issueSignInToken } from './one-time-tokens.ts';

/** A custom token of whoever keeps the accounts: ours works once, one for Firebase for a minute. */
export async function issueCustomToken(
  { config }: Platform,
  db: Database,
  userId: string,
): Promise<string> {
  const { firebase } = config.signIn;
  if (!firebase) return issueSignInToken(db, userId);
  return mintFirebaseToken(firebase, await uidOf(db, userId));
}
