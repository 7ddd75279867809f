import type { AccountExport } from '@parley/contract';
import type { Database } from '../../../platform/database/db.ts';

/** Parts of the export of an account that other modules own. */
type OwnedElsewhere = 'memberships' | 'apiKeys' | 'feedback' | 'runsStarted';

/** Exports of a person's data by module, at most `limit` rows each. A part that no module exports is a type error. */
export type AccountExports = {
  [Part in OwnedElsewhere]: (
    db: Database,
    userId: string,
    limit: number,
  ) => Promise<AccountExport[Part]>;
};
