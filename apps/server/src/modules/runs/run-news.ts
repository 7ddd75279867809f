/** What is told about runs between processes. Hints only: whoever hears them reads the rows. */
import type { Database } from '../../platform/db.ts';
import { type News, organizationTopic } from '../../platform/news.ts';
import type { RunRow } from './run-row.ts';

/** A run waits to be carried out. */
export const queuedTopic = 'runs:queued';

/** A run has new events or is to stop. */
export function runTopic(runId: string): string {
  return `run:${runId}`;
}

/** To be called in the transaction that changes the state of these runs. */
export async function tellRunsChanged(
  news: News,
  db: Database,
  changed: readonly Pick<RunRow, 'id' | 'organizationId' | 'status'>[],
): Promise<void> {
  await news.publishAll(db, [
    ...changed.flatMap(({ id, organizationId }) => [
      [runTopic(id)] as const,
      [organizationTopic(organizationId), { kind: 'run', runId: id }] as const,
    ]),
    ...(changed.some(({ status }) => status === 'queued') ? [[queuedTopic] as const] : []),
  ]);
}
