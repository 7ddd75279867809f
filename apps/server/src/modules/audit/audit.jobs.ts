import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { defineJob, type Work, work } from '../../platform/queue.ts';
import { retentionOf } from '../catalogue/catalogue.ts';
import { deleteOldEntries, listPlans } from './audit.queries.ts';

/** One step; small enough to hold nobody up. */
const entriesPerStep = 1000;

const deleteOldAuditJob = defineJob('audit.delete-old', z.object({}));

export const auditJobs = [deleteOldAuditJob];

export function auditWork({ db, config }: Pick<Platform, 'db' | 'config'>): Work[] {
  const deleteOld = async (_payload: object, signal: AbortSignal) => {
    for (const planId of await listPlans(db)) {
      const step = {
        planId,
        keptDays: retentionOf(config, planId).auditDays,
        limit: entriesPerStep,
      };
      while (!signal.aborted && (await deleteOldEntries(db, step)) === entriesPerStep);
    }
  };
  return [work(deleteOldAuditJob, deleteOld, { schedule: '47 2 * * *' })];
}
