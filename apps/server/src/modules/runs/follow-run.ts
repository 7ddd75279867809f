import type { LiveServerMessage } from '@parley/contract';
import type { News } from '../../platform/news.ts';
import type { Scope } from '../../platform/scope.ts';
import { followLog } from './follow-log.ts';
import { runTopic } from './run-news.ts';
import { presentRun } from './run-row.ts';
import { findRun, listEvents } from './runs.queries.ts';

export interface FollowOptions {
  scope: Scope;
  news: News;
  runId: string;
  /** Number of the last event that the client has. */
  after: number;
  /** Resolves when the client has taken enough to be sent more. */
  send(message: LiveServerMessage): Promise<void>;
  onFailure(error: unknown): void;
}

const eventsPerMessage = 500;

/** Starts following a run. Returns what ends it. */
export function followRun({
  scope,
  news,
  runId,
  after,
  send,
  onFailure,
}: FollowOptions): () => void {
  let seen = after;
  return followLog({
    news,
    topic: runTopic(runId),
    onFailure,
    async sendNext(isEnded) {
      // The run is read first: an event that its state already counts is then found as well.
      const run = await findRun(scope, runId);
      if (run === undefined || isEnded()) return false;
      const events = await listEvents(scope.db, runId, seen, eventsPerMessage);
      seen = events.at(-1)?.seq ?? seen;
      await send({ type: 'run-events', runId, run: presentRun(run), events });
      return seen < run.lastSeq;
    },
  });
}
