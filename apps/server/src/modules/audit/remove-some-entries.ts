import { auditEntries } from '../../db/schema/audit-entries.ts';
import type { Database } from '../../platform/database/db.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** What was changed in these organizations. Whether there may be more. */
export const removeSomeEntries = (db: Database, organizationIds: string[]): Promise<boolean> =>
  removeSomeRows(db, auditEntries, organizationIds);
