import type { News } from './news.ts';

interface Acting {
  /** Topics whose news trigger an action. */
  topics: readonly string[];
  /** Longest pause between actions in milliseconds, without news. */
  everyMs: number;
  /** Shortest pause between actions in milliseconds, even if there is much news. */
  pauseMs: number;
  act(): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Runs `act` at the start, when news arrives or may have been missed, and at intervals without news. Actions never overlap;
 * news during an action triggers another one.
 */
export function actOnNews(
  news: Pick<News, 'subscribe'>,
  { topics, everyMs, pauseMs, act, onError }: Acting,
): { close(): Promise<void> } {
  let acting: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const wake = () => {
    if (isClosed) return;
    isWanted = true;
    if (acting === undefined && !isPausing) start();
  };
  let isPausing = false;

  function start(): void {
    clearTimeout(timer);
    isWanted = false;
    acting = act()
      .catch(onError)
      .finally(() => {
        acting = undefined;
        if (!isClosed) pause();
      });
  }

  function pause(): void {
    isPausing = true;
    timer = setTimeout(() => {
      isPausing = false;
      if (isWanted) start();
      else timer = setTimeout(start, everyMs - pauseMs);
    }, pauseMs);
  }

  const ends = topics.map((topic) => news.subscribe(topic, { onNews: wake, onGap: wake }));
  start();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const end of ends) end();
      await acting;
    },
  };
}
