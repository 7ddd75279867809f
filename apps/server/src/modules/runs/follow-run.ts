/**
 * Sends what a run's log holds behind a place, and what is added to it, in order and without a gap.
 * News only say that there is more; what is sent is read from the log.
 */
import type { LiveServerMessage } from '@parley/contract';
import type { News } from '../../platform/news.ts';
import type { Scope } from '../../platform/scope.ts';
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

/** Starts following. Returns what ends it. */
export function followRun({
  scope,
  news,
  runId,
  after,
  send,
  onFailure,
}: FollowOptions): () => void {
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
    // The run is read first: an event that its state already counts is then found as well.
    const run = await findRun(scope, runId);
    if (run === undefined || isEnded) return;
    const events = await listEvents(scope.db, runId, seen, eventsPerMessage);
    const last = events.at(-1);
    if (last !== undefined) seen = last.seq;
    await send({ type: 'run-events', runId, run: presentRun(run), events });
    if (seen < run.lastSeq) isMore = true;
  }

  const hear = () => void readOn().catch(onFailure);
  const unsubscribe = news.subscribe(runTopic(runId), { onNews: hear, onGap: hear });
  hear();
  return () => {
    isEnded = true;
    unsubscribe();
  };
}
