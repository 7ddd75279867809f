import type { AccountExport } from '@parley/contract';
import type { Database } from '../../../platform/database/db.ts';

/** Parts of the export of an account that other modules own. */
type OwnedElsewhere = 'memberships' | 'apiKeys' | 'feedback' | 'runsStarted';

/** What each module gives of a person, `limit` rows at most. A part that nobody gives is a type error. */
export type AccountExports = {
  [Part in OwnedElsewhere]: (
    db: Database,
    userId: string,
    limit: number,
  ) => Promise<AccountExport[Part]>;
};
