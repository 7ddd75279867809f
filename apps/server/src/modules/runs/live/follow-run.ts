import type { News } from '../../../platform/live/news.ts';
import { runTopic } from '../log/run-news.ts';
import type { RunPages, RunPlaceInLog } from '../log/run-pages.ts';
import { followLog } from './follow-log.ts';

export interface FollowRunOptions extends RunPlaceInLog {
  news: News;
  pages: RunPages;
  /** Resolves when the client is ready to receive more. */
  send(message: Buffer): Promise<void>;
  onFailure(error: unknown): void;
}

/** Starts following a run. Returns a function that stops it. */
export function followRun({
  organizationId,
  runId,
  after,
  news,
  pages,
  send,
  onFailure,
}: FollowRunOptions): () => void {
  let seen = after;
  return followLog({
    news,
    topic: runTopic(runId),
    onFailure,
    async sendNext(isEnded) {
      const page = await pages.next({ organizationId, runId, after: seen });
      if (page === undefined || isEnded()) return false;
      const hasMoved = page.last > seen;
      seen = page.last;
      await send(page.message);
      return hasMoved && seen < page.end;
    },
  });
}
