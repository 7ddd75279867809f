import type { WorkScope } from '../../platform/database/scope.ts';
import { type News, organizationTopic } from '../../platform/live/news.ts';

/**
 * Tells that somebody joined, left or has another role. Whoever keeps something open for a member (a
 * live socket) looks the membership up again.
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
