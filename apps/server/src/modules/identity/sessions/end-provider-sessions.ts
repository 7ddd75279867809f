import { and, eq } from 'drizzle-orm';
import { sessions } from '../../../db/schema/sessions.ts';
import type { Database } from '../../../platform/database/db.ts';
import { unlinkProviderAccounts } from '../firebase/firebase-users.ts';

/**
 * Ends the sessions that the identity provider of an organization began: those of a person who
 * leaves it, or without `userId` all of them, after the provider was changed or removed. After a
 * change, it runs in the transaction that wrote the provider's row, see `isStillProvider`.
 */
export async function endProviderSessions(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId?: string },
): Promise<void> {
  const isTheirs = userId === undefined ? undefined : eq(sessions.userId, userId);
  await db
    .delete(sessions)
    .where(and(eq(sessions.providerOrganizationId, organizationId), isTheirs));
  await unlinkProviderAccounts(db, organizationId, userId);
}
