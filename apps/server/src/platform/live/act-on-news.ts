import type { News } from './news.ts';

interface Acting {
  /** Any of these is a reason to act. */
  topics: readonly string[];
  /** Longest interval between actions, even if nothing is heard. */
  everyMs: number;
  /** Shortest interval between actions, however much is heard. */
  pauseMs: number;
  act(): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Acts when news come, when some may have been missed, and now and then without any: once at the start, never
 * twice at the same time, and once more if news came while it did.
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
