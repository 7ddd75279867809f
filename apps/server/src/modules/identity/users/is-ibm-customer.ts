import { and, eq } from 'drizzle-orm';
import { accounts } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';

/** Decides by the account that the sign-in linked, because what people say about their origin is unproven. */
export async function isIbmCustomer(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'ibm')));
  return found.length > 0;
}
