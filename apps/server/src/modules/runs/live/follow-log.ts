/**
 * Sends the rows of a log after a position, and everything appended later, in order and without gaps. News only announces new
 * rows; the rows are read from the log.
 */
import type { News } from '../../../platform/live/news.ts';

export interface FollowLogOptions {
  news: News;
  topic: string;
  /** Sends the next rows, if there are any. Resolves to true if more rows may follow. */
  sendNext(isEnded: () => boolean): Promise<boolean>;
  onFailure(error: unknown): void;
}

/** Starts following. Returns a function that stops it. */
export function followLog({ news, topic, sendNext, onFailure }: FollowLogOptions): () => void {
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
        if (await sendNext(() => isEnded)) isMore = true;
      }
    } finally {
      isReading = false;
    }
  }

  const hear = () => void readOn().catch(onFailure);
  const unsubscribe = news.subscribe(topic, { onNews: hear, onGap: hear });
  hear();
  return () => {
    isEnded = true;
    unsubscribe();
  };
}
