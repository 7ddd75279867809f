import { usageDays, usageEvents } from '../../db/schema/usage-events.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** Deletes the usage of deleted organizations: its events, which have rows for each run, and the daily counters. */
export const billingDeletions: readonly Deletion[] = [usageEvents, usageDays].map((table) => ({
  phase: 'records',
  removeSome: (db, { organizationIds }) => removeSomeRows(db, table, organizationIds),
}));
