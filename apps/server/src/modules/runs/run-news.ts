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

/** To be called in the transaction that changes the run's state. */
export async function tellRunChanged(
  news: News,
  db: Database,
  run: Pick<RunRow, 'id' | 'organizationId' | 'status'>,
): Promise<void> {
  await news.publish(db, runTopic(run.id));
  await news.publish(db, organizationTopic(run.organizationId), { kind: 'run', runId: run.id });
  if (run.status === 'queued') await news.publish(db, queuedTopic);
}
