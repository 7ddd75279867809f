import { auditEntries } from '../../db/schema/audit-entries.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** Deletes what was changed in organizations that go. */
export const auditDeletions: readonly Deletion[] = [
  {
    phase: 'records',
    removeSome: (db, { organizationIds }) => removeSomeRows(db, auditEntries, organizationIds),
  },
];
