import { and, eq } from 'drizzle-orm';
import type { Scope } from '../platform/database/scope.ts';
import { alertChannels } from './schema/alerts.ts';

/**
 * Deletes the alert channels that a user added to an organization or last redirected, with their logs.
 * @returns their names and destinations
 */
export function deleteAlertChannelsBy(
  { db, organizationId }: Scope,
  userId: string,
): Promise<{ name: string; targetShown: string }[]> {
  return db
    .delete(alertChannels)
    .where(
      and(eq(alertChannels.organizationId, organizationId), eq(alertChannels.createdBy, userId)),
    )
    .returning({ name: alertChannels.name, targetShown: alertChannels.targetShown });
}
