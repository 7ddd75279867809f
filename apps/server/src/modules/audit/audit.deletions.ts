import { auditEntries } from '../../db/schema/audit-entries.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** Deletes the audit log of deleted organizations. */
export const auditDeletions: readonly Deletion[] = [
  {
    phase: 'records',
    removeSome: (db, { organizationIds }) => removeSomeRows(db, auditEntries, organizationIds),
  },
];
