import { type FollowOptions, followLog } from '../runs/runs.ts';
import { explorationTopic } from './exploration-news.ts';
import { presentSummary } from './exploration-row.ts';
import { findExploration, listEvents } from './explorations.queries.ts';

const eventsPerMessage = 200;

/**
 * Sends the events of an exploration after `after`, and new ones as they occur. Returns a function that stops this; undefined
 * if the exploration does not exist.
 */
export async function followExploration({
  scope,
  news,
  id: explorationId,
  after,
  send,
  onFailure,
}: FollowOptions): Promise<(() => void) | undefined> {
  if ((await findExploration(scope, explorationId)) === undefined) return undefined;
  let seen = after;
  return followLog({
    news,
    topic: explorationTopic(explorationId),
    onFailure,
    async sendNext(isEnded) {
      // Read the row first, so that all events that it counts are found.
      const row = await findExploration(scope, explorationId);
      if (row === undefined || isEnded()) return false;
      const events = await listEvents(scope.db, explorationId, seen, eventsPerMessage);
      seen = events.at(-1)?.seq ?? seen;
      const exploration = presentSummary(row);
      await send({ type: 'exploration-events', explorationId, exploration, events });
      return seen < row.lastSeq;
    },
  });
}
