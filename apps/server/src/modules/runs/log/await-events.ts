import type { Scope } from '../../../platform/database/scope.ts';
import { WrittenJson } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { type EventBytes, writeEventParts } from './event-rows.ts';
import { runTopic } from './run-news.ts';
import { findRun, listEventBytes } from './runs.queries.ts';

interface EventsPage {
  events: EventBytes[];
  isComplete: boolean;
}

/**
 * Returns the events of a run after a position. If there are none yet, waits up to `waitMs` for some. Returns undefined if
 * there is no such run.
 */
export async function awaitEvents(
  scope: Scope,
  { news, pool }: Pick<Platform, 'news' | 'pool'>,
  runId: string,
  { after, limit, waitMs }: { after: number; limit: number; waitMs: number },
): Promise<WrittenJson | undefined> {
  const deadline = AbortSignal.timeout(waitMs);
  let wake = () => {};
  const unsubscribe = news.subscribe(runTopic(runId), {
    onNews: () => wake(),
    onGap: () => wake(),
  });
  try {
    for (;;) {
      // Listen before reading, so that news between reading and waiting is not missed.
      const told = new Promise<void>((resolve) => {
        wake = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
      const page = await readEvents(scope, pool, runId, after, limit);
      const isOver = page === undefined || page.events.length > 0 || page.isComplete;
      if (isOver || waitMs === 0 || deadline.aborted) return page && writePage(page);
      await told;
    }
  } finally {
    unsubscribe();
  }
}

const writePage = ({ events, isComplete }: EventsPage) =>
  new WrittenJson('{"events":', ...writeEventParts(events), `,"isComplete":${isComplete}}`);

async function readEvents(
  scope: Scope,
  pool: WorkPool,
  runId: string,
  after: number,
  limit: number,
): Promise<EventsPage | undefined> {
  const run = await findRun(scope, runId);
  if (run === undefined) return undefined;
  const events = await listEventBytes(scope.db, run.id, after, limit, {
    organizationId: scope.organizationId,
    pool,
  });
  const lastSeq = events.at(-1)?.seq ?? after;
  return { events, isComplete: run.isComplete && lastSeq >= run.lastSeq };
}
