import { usageDays, usageEvents } from '../../db/schema/usage-events.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** Deletes the usage of organizations, which has a row for every run they ever started. */
export const billingDeletions: readonly Deletion[] = [usageEvents, usageDays].map((table) => ({
  phase: 'records',
  removeSome: (db, { organizationIds }) => removeSomeRows(db, table, organizationIds),
}));
