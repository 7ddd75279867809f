import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createPasswordAccount } from '../passwords/create-password-account.ts';
import { requireCompanyEmail } from '../users/company-email.ts';
import { isInvited } from '../users/identity.queries.ts';
import { requireSignUp } from '../users/require-sign-up.ts';
import { sendVerificationEmail } from '../users/send-verification-email.ts';
import { translatingErrors } from './auth-errors.ts';

/**
 * Creates an account with an allowed address. The account counts as verified unless the operator requires email verification.
 * With generic errors, the response does not reveal that an address has an account.
 *
 * @returns the id of the user
 */
export async function signUp(
  platform: Platform,
  db: Database,
  { email, password, name = '' }: { email: string; password: string; name?: string | undefined },
): Promise<string> {
  const { hasEmailVerification, hasGenericErrors } = platform.config.signIn;
  await requireSignUp(platform.config, db, email);
  if (!(await isInvited(db, email))) requireCompanyEmail(platform.config, email);
  const account = { email, password, name, isEmailProven: false };
  const emailVerified = !hasEmailVerification;
  try {
    return await translatingErrors(
      createPasswordAccount(db, { ...account, emailVerified }, async (tx, userId) => {
        if (hasEmailVerification) await sendVerificationEmail(platform, tx, { userId, email });
      }),
    );
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'auth/email-already-in-use';
    throw isTaken && hasGenericErrors ? new ApiError('auth/invalid-login-credentials') : error;
  }
}
