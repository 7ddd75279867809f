import { usageDays, usageEvents } from '../../db/schema/usage-events.ts';
import type { Database } from '../../platform/database/db.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** What these organizations used: a row for each run there ever was. Whether there may be more. */
export const removeSomeUsage = async (db: Database, organizationIds: string[]): Promise<boolean> =>
  (await removeSomeRows(db, usageEvents, organizationIds)) ||
  (await removeSomeRows(db, usageDays, organizationIds));
