import type { WorkScope } from '../../platform/database/scope.ts';
import { type News, organizationTopic } from '../../platform/live/news.ts';

/** Announces that a user has joined, left or got another role. Live sockets of members then check the membership again. */
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
