import { z } from 'zod';
import { auditEntries } from '../../db/schema/audit-entries.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CleanUp, cleanUpWork, rowsOf } from '../../platform/queue/clean-up.ts';
import { defineJob, type Work } from '../../platform/queue/queue.ts';
import { eachRetention } from '../catalogue/catalogue.ts';
import { oldEntries } from './audit.queries.ts';

const deleteOldAuditJob = defineJob('audit.delete-old', z.object({}));

export const auditJobs = [deleteOldAuditJob];

export function auditWork(platform: Platform): Work[] {
  const cleanUps = [auditCleanUp(platform)];
  return [cleanUpWork(platform, deleteOldAuditJob, cleanUps, '47 2 * * *')];
}

export function auditCleanUp({ config }: Pick<Platform, 'config'>): CleanUp {
  return {
    kind: 'audit-entries',
    async *parts(ask) {
      for await (const { organizationId, auditDays } of eachRetention(ask, config))
        yield rowsOf(auditEntries, oldEntries(organizationId, auditDays));
    },
  };
}
