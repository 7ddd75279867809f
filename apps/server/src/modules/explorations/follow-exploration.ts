/**
 * Sends what the log of an exploration holds behind a place, and what is added to it, in order and
 * without a gap. News only say that there is more; what is sent is read from the log.
 */
import type { FollowOptions } from '../runs/runs.ts';
import { explorationTopic } from './exploration-news.ts';
import { presentSummary } from './exploration-row.ts';
import { findExploration, listEvents } from './explorations.queries.ts';

const eventsPerMessage = 200;

/** Starts following and returns what ends it; undefined if there is nothing to follow. */
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
  let isReading = false;
  let isMore = false;
  let isEnded = false;

  async function readOn(): Promise<void> {
    isMore = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isMore && !isEnded) {
        isMore = false;
        await sendNext();
      }
    } finally {
      isReading = false;
    }
  }

  async function sendNext(): Promise<void> {
    // The row is read first: an event that it counts already is then found as well.
    const row = await findExploration(scope, explorationId);
    if (row === undefined || isEnded) return;
    const events = await listEvents(scope.db, explorationId, seen, eventsPerMessage);
    seen = events.at(-1)?.seq ?? seen;
    const exploration = presentSummary(row);
    await send({ type: 'exploration-events', explorationId, exploration, events });
    if (seen < row.lastSeq) isMore = true;
  }

  const hear = () => void readOn().catch(onFailure);
  const unsubscribe = news.subscribe(explorationTopic(explorationId), {
    onNews: hear,
    onGap: hear,
  });
  hear();
  return () => {
    isEnded = true;
    unsubscribe();
  };
}
