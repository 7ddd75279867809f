import { and, eq, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import { violates } from '../../../db/violates.ts';
import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mailableEmail } from './canonical-email.ts';
import { withdrawAccess } from './identity.queries.ts';
import { isIbmCustomer } from './is-ibm-customer.ts';
import { sendVerificationEmail } from './send-verification-email.ts';

/**
 * Gives an IBM customer the address that they entered in place of the one from IBM. It is unproven: a link is emailed to it,
 * and rights that depend on an address wait until the link is opened. Other users keep the address of their sign-in. Call it in
 * a transaction.
 */
export async function claimEmail(
  platform: Platform,
  db: Database,
  { userId, typed }: { userId: string; typed: string },
): Promise<void> {
  if (!(await isIbmCustomer(db, userId))) return;
  const email = mailableEmail(typed);
  if (email === null) throw new ApiError('auth/invalid-email');
  const isChanged = await replaceEmail(platform, db, { userId, email });
  if (!isChanged) return;
  await withdrawAccess(db, userId);
  await sendVerificationEmail(platform, db, { userId, email });
}

async function replaceEmail(
  { config }: Platform,
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const unproven = {
    emailVerified: !config.signIn.hasEmailVerification,
    emailProvenAt: null,
    emailClaimed: true,
  };
  try {
    const changed = await db
      .update(users)
      .set({ email, ...unproven, updatedAt: sql`now()` })
      .where(and(eq(users.id, userId), sql`${users.email} <> ${email}`))
      .returning({ id: users.id });
    return changed.length > 0;
  } catch (error) {
    if (violates(error, 'users_email_unique')) throw new ApiError('auth/email-already-in-use');
    throw error;
  }
}
