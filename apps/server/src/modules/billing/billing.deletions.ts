import { usageDays, usageEvents } from '../../db/schema/usage-events.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** Deletes what organizations used: a row for each run there ever was. */
export const billingDeletions: readonly Deletion[] = [usageEvents, usageDays].map((table) => ({
  phase: 'records',
  removeSome: (db, { organizationIds }) => removeSomeRows(db, table, organizationIds),
}));
