import { and, eq } from 'drizzle-orm';
import { sessions } from '../../../db/schema/sessions.ts';
import type { Database } from '../../../platform/database/db.ts';
import { unlinkProviderAccounts } from '../firebase/firebase-users.ts';

/**
 * Ends the sessions that an organization's identity provider started: those of a user who leaves the organization or, without
 * `userId`, all of them after the provider was changed or removed. After a change, call it in the transaction that wrote the
 * provider's row; see `isStillProvider`.
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
