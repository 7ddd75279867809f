import { and, eq } from 'drizzle-orm';
import { accounts } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';

/**
 * Tells if a user has signed in with IBM. It checks the linked account, because what users say about themselves is unproven.
 */
export async function isIbmCustomer(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'ibm')));
  return found.length > 0;
}
