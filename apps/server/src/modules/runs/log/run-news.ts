/**
 * Notifications about runs between processes. They are only hints: receivers read the rows. Also the event that a run has
 * ended, which is kept until all consumers have handled it.
 */
import * as z from 'zod';
import type { Database } from '../../../platform/database/db.ts';
import { type News, organizationTopic } from '../../../platform/live/news.ts';
import { defineEvent, eventsTopic, recordEvents } from '../../../platform/outbox/domain-events.ts';
import { type QueuedRun, queuedRun } from './first-to-look.ts';
import type { RunRow } from './run-row.ts';

/** Topic that announces queued runs. */
export const queuedTopic = 'runs:queued';

/** Details of queued runs. The previous release sends none. */
const queuedNews = z.object({
  runs: z.array(queuedRun),
  /** IDs of workers that have no capacity for the runs. */
  full: z.array(z.string()),
});

export type QueuedNews = z.infer<typeof queuedNews>;

/** Maximum number of runs to name in a notification. If there are more, none is named and every worker looks. */
const namedMax = 20;

/** @returns undefined if the notification names no runs, so that every worker must look */
export function readQueued(payload: unknown): QueuedNews | undefined {
  return queuedNews.safeParse(payload).data;
}

export async function tellQueued(news: News, db: Database, queued: QueuedNews): Promise<void> {
  await news.publish(db, queuedTopic, queued);
}

/** Returns the topic of a run: it has new events or is to stop. */
export function runTopic(runId: string): string {
  return `run:${runId}`;
}

type ChangedRun = Pick<RunRow, 'id' | 'organizationId' | 'status'> & Partial<Pick<RunRow, 'needs'>>;

/** Announces that runs have changed. Call it in the transaction that changes their state. */
export async function tellRunsChanged(
  news: News,
  db: Database,
  changed: readonly ChangedRun[],
  otherTopics: readonly string[] = [],
): Promise<void> {
  const queued = changed.filter(({ status }) => status === 'queued');
  const named = queued.map(({ id, needs = [] }): QueuedRun => ({ id, needs }));
  const payload = named.length > namedMax ? null : { runs: named, full: [] };
  await news.publishAll(db, [
    ...changed.flatMap(({ id, organizationId }) => [
      [runTopic(id)] as const,
      [organizationTopic(organizationId), { kind: 'run', runId: id }] as const,
    ]),
    ...(queued.length > 0 ? [[queuedTopic, payload] as const] : []),
    ...otherTopics.map((topic) => [topic] as const),
  ]);
}

/** Event that a run has ended in any way. It contains what consumers filter by; they read the rest from the run. */
export const runFinished = defineEvent(
  'run.finished',
  z.object({
    runId: z.string(),
    trigger: z.enum(['manual', 'api', 'monitor']),
  }),
);

/** Announces that a run has ended. Call it in the transaction that ends the run. */
export async function tellRunEnded(news: News, db: Database, run: RunRow): Promise<void> {
  const { id: runId, organizationId, trigger } = run;
  await recordEvents(db, runFinished, [{ organizationId, payload: { runId, trigger } }]);
  await tellRunsChanged(news, db, [run], [eventsTopic]);
}
