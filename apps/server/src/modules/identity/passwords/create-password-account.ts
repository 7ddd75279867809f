import { sql } from 'drizzle-orm';
import { accounts, users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { newId } from '../../../platform/security/ids.ts';
import { passwordHashing } from './password-hashing.ts';

export interface NewAccount {
  /** Canonical address. */
  email: string;
  password: string;
  name: string;
  emailVerified: boolean;
  /** True if the user has proven control of the mailbox. */
  isEmailProven: boolean;
}

/**
 * Creates an account with a password. `inside` runs in the same transaction. The password is hashed before the transaction,
 * because hashing is slow and the embedded database has only one session.
 *
 * @returns the id of the user
 * @throws ApiError `auth/email-already-in-use`
 */
export async function createPasswordAccount(
  db: Database,
  { email, name, emailVerified, isEmailProven, ...account }: NewAccount,
  inside: (db: Database, userId: string) => Promise<void> = async () => {},
): Promise<string> {
  const password = await passwordHashing.hash(account.password);
  const emailProvenAt = isEmailProven ? sql`now()` : null;
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ id: newId(), email, name, emailVerified, emailProvenAt })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (!user) throw new ApiError('auth/email-already-in-use');
    const userId = user.id;
    await tx
      .insert(accounts)
      .values({ id: newId(), accountId: userId, providerId: 'credential', userId, password });
    await inside(tx, userId);
    return userId;
  });
}
