/** Chooses the worker that looks first for a queued run. If every worker looked, most would find nothing. */
import { createHash } from 'node:crypto';
import * as z from 'zod';

export const queuedRun = z.object({ id: z.string(), needs: z.array(z.string()) });

export type QueuedRun = z.infer<typeof queuedRun>;

export interface KnownWorker {
  id: string;
  lacks: readonly string[] | null;
}

/**
 * Chooses the same worker in all processes that know the same workers, and spreads runs over the workers. If no worker has what
 * the run needs, chooses any; the run then ends with an error that names what is missing.
 *
 * @returns undefined if there is no worker
 */
export function firstToLook(
  { id, needs }: QueuedRun,
  workers: readonly KnownWorker[],
): string | undefined {
  const suited = workers.filter(({ lacks }) => !needs.some((need) => lacks?.includes(need)));
  const [first] = (suited.length > 0 ? suited : workers)
    .map((worker) => ({ worker: worker.id, rank: rankOf(`${id} ${worker.id}`) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  return first?.worker;
}

function rankOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
