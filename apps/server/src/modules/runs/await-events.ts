import type { SequencedEvent } from '@parley/contract';
import type { News } from '../../platform/news.ts';
import type { Scope } from '../../platform/scope.ts';
import { runTopic } from './run-news.ts';
import { findRun, listEvents } from './runs.queries.ts';

interface EventsPage {
  events: SequencedEvent[];
  isComplete: boolean;
}

/**
 * The events of a run behind a place. Where there are none yet it waits for one, at most this long.
 * Undefined: there is no such run.
 */
export async function awaitEvents(
  scope: Scope,
  news: News,
  runId: string,
  { after, limit, waitMs }: { after: number; limit: number; waitMs: number },
): Promise<EventsPage | undefined> {
  const deadline = AbortSignal.timeout(waitMs);
  let wake = () => {};
  const unsubscribe = news.subscribe(runTopic(runId), {
    onNews: () => wake(),
    onGap: () => wake(),
  });
  try {
    for (;;) {
      // Whoever is told between reading and waiting does not wait.
      const told = new Promise<void>((resolve) => {
        wake = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
      const page = await readEvents(scope, runId, after, limit);
      const isOver = page === undefined || page.events.length > 0 || page.isComplete;
      if (isOver || waitMs === 0 || deadline.aborted) return page;
      await told;
    }
  } finally {
    unsubscribe();
  }
}

async function readEvents(
  scope: Scope,
  runId: string,
  after: number,
  limit: number,
): Promise<EventsPage | undefined> {
  const run = await findRun(scope, runId);
  if (run === undefined) return undefined;
  const events = await listEvents(scope.db, run.id, after, limit);
  const lastSeq = events.at(-1)?.seq ?? after;
  return { events, isComplete: run.isComplete && lastSeq >= run.lastSeq };
}
