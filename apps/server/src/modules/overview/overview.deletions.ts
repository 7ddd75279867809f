import { suiteStandingChanges } from '../../db/schema/suite-standings.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import { removeSomeRows } from '../../platform/database/remove-some-rows.ts';

/** Deletes the noted changes of deleted organizations, whose runs are gone by then. */
export const overviewDeletions: Deletion[] = [
  {
    phase: 'records',
    removeSome: (db, { organizationIds }) =>
      removeSomeRows(db, suiteStandingChanges, organizationIds),
  },
];
