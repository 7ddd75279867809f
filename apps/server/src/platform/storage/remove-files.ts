/** Removes the files of deleted rows: right after the deletion, and once more a little later. */
import { z } from 'zod';
import type { Database } from '../database/db.ts';
import { defineJob, type Queue, type Work, work } from '../queue/queue.ts';
import type { Storage } from './storage.ts';

export const removeFilesJob = defineJob(
  'storage.remove-files',
  z.object({ folders: z.array(z.string()) }),
  { retriesMax: 10 },
);

const foldersPerJob = 500;

/**
 * Seconds until the files are removed again. By then, every process that was still writing files of a deleted item has noticed
 * the deletion.
 */
const againAfterS = 20;

/**
 * Removes the files below these folders. Call it in the transaction that deletes the rows: files are removed only if it
 * commits.
 */
export async function removeFiles(
  { queue }: { queue: Queue },
  db: Database,
  folders: readonly string[],
): Promise<void> {
  for (let from = 0; from < folders.length; from += foldersPerJob) {
    const payload = { folders: folders.slice(from, from + foldersPerJob) };
    for (const startAfterS of [0, againAfterS])
      await queue.send(db, removeFilesJob, payload, { startAfterS });
  }
}

export function removeFilesWork({ storage }: { storage: Storage }): Work {
  return work(removeFilesJob, async ({ folders }, signal) => {
    for (const folder of folders) {
      if (signal.aborted) return;
      await storage.removeUnder(folder);
    }
  });
}
