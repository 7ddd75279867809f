import type { WorkScope } from '../../platform/database/scope.ts';
import { type News, organizationTopic } from '../../platform/live/news.ts';

/**
 * Announces that a person joined, left or has another role. Long-lived connections of members (live
 * sockets) then check the membership again.
 */
export async function tellMembersChanged(
  news: News,
  scope: WorkScope,
  userId: string,
): Promise<void> {
  await news.publish(scope.db, organizationTopic(scope.organizationId), {
    kind: 'members-changed',
    userId,
  });
}
