import { z } from 'zod';
import type { Database } from '../../platform/db.ts';
import { defineJob, type Work, work } from '../../platform/queue.ts';
import { deleteOldEntries } from './audit.queries.ts';

/** More than a year, so that a yearly review sees it whole. */
const keptDays = 400;

/** One step; small enough to hold nobody up. */
const entriesPerStep = 1000;

const deleteOldAuditJob = defineJob('audit.delete-old', z.object({}));

export const auditJobs = [deleteOldAuditJob];

export function auditWork({ db }: { db: Database }): Work[] {
  const deleteOld = async (_payload: object, signal: AbortSignal) => {
    let isMore = true;
    while (isMore && !signal.aborted) {
      isMore = (await deleteOldEntries(db, keptDays, entriesPerStep)) === entriesPerStep;
    }
  };
  return [work(deleteOldAuditJob, deleteOld, { schedule: '47 2 * * *' })];
}
