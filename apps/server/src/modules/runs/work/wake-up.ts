/** Lets one worker look for each queued run, and another one if that worker has no free place or stops responding. */
import type { Database } from '../../../platform/database/db.ts';
import type { News } from '../../../platform/live/news.ts';
import { firstToLook, type KnownWorker, type QueuedRun } from '../log/first-to-look.ts';
import { type QueuedNews, queuedTopic, readQueued, runTopic, tellQueued } from '../log/run-news.ts';

/** Time for which other workers leave a run to the worker that looks first. */
const leaveMs = 1000;

/** Time for which a worker counts as full after it reported so. It looks for runs itself as soon as it has a free place. */
const fullMs = 1000;

interface Options {
  db: Database;
  news: News;
  processId: string;
  /** Workers that this one knows to be running. */
  workers(): readonly KnownWorker[];
  hasPlace(): boolean;
  /** Claims due runs. */
  look(): void;
  /** Called if a notification could not be sent. */
  onError(error: unknown): void;
}

/**
 * Starts listening for queued runs.
 *
 * @returns a function that stops it
 */
export function wakeUp({ db, news, ...worker }: Options): () => void {
  const { processId, look } = worker;
  const fullUntil = new Map<string, number>();
  const left = new Set<() => void>();

  const unsubscribe = news.subscribe(queuedTopic, {
    onNews(payload) {
      const queued = readQueued(payload);
      if (queued === undefined) look();
      else hear(queued);
    },
    onGap: look,
  });

  function hear({ runs, full }: QueuedNews): void {
    const now = Date.now();
    for (const id of full) fullUntil.set(id, now + fullMs);
    const known = worker.workers();
    const isKnown = known.some(({ id }) => id === processId);
    const open = known.filter(({ id }) => (fullUntil.get(id) ?? 0) <= now);
    const mine = runs.filter((run) => !isKnown || firstToLook(run, open) === processId);
    const others = runs.filter((run) => !mine.includes(run));
    if (mine.length > 0) {
      if (worker.hasPlace()) look();
      else passOn(mine, full);
    }
    if (others.length > 0 && worker.hasPlace()) leave(others);
  }

  function passOn(runs: QueuedRun[], full: string[]): void {
    tellQueued(news, db, { runs, full: [...new Set([...full, processId])] }).catch(worker.onError);
  }

  /** Looks for the runs if no other worker has taken them within `leaveMs`. */
  function leave(runs: readonly QueuedRun[]): void {
    const open = new Map(
      runs.map(({ id }) => [
        id,
        news.subscribe(runTopic(id), {
          onNews() {
            open.get(id)?.();
            open.delete(id);
            if (open.size === 0) end();
          },
        }),
      ]),
    );
    const timer = setTimeout(() => {
      end();
      look();
    }, leaveMs);
    function end(): void {
      clearTimeout(timer);
      for (const stop of open.values()) stop();
      open.clear();
      left.delete(end);
    }
    left.add(end);
  }

  return () => {
    unsubscribe();
    for (const end of left) end();
  };
}
