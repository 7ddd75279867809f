import { inArray, type SQL, sql } from 'drizzle-orm';
import { loadTests } from '../../db/schema/load-tests.ts';
import type { Database } from '../../platform/database/db.ts';
import type { Deletion } from '../../platform/database/deletions.ts';
import { removeRowsAt } from '../../platform/database/remove-some-rows.ts';

/** Number of load tests to delete per step: each has a row for every second of every share. */
export const testsPerStep = 1;

export const loadTestsDeletions: readonly Deletion[] = [
  {
    phase: 'work',
    removeSome: (db, { organizationIds }) => removeSomeLoadTests(db, organizationIds),
  },
];

/** Deletes load tests of these organizations. Returns true if there may be more. */
async function removeSomeLoadTests(db: Database, organizationIds: string[]): Promise<boolean> {
  const places = sql`select ctid from ${loadTests}
    where ${inArray(loadTests.organizationId, organizationIds)}`;
  return (await removeRowsAt(db, loadTests, places, testsPerStep)) === testsPerStep;
}

/** Selects the ended load tests of an organization that are older than `days`. */
export const oldLoadTests = (organizationId: string, days: number): SQL => sql`
  select ctid from ${loadTests}
  where ${loadTests.organizationId} = ${organizationId}
    and ${loadTests.createdAt} < now() - make_interval(days => ${days})
    and ${loadTests.status} not in ('queued', 'running')`;
