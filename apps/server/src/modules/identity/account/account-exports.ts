import type { AccountExport } from '@parley/contract';
import type { Database } from '../../../platform/database/db.ts';

/** Parts of an account's export that other modules provide. */
type OwnedElsewhere = 'memberships' | 'apiKeys' | 'feedback' | 'runsStarted';

/** Functions that export a user's data from other modules, at most `limit` rows per part. A missing part is a type error. */
export type AccountExports = {
  [Part in OwnedElsewhere]: (
    db: Database,
    userId: string,
    limit: number,
  ) => Promise<AccountExport[Part]>;
};
