import { inArray } from 'drizzle-orm';
import { loadTests } from '../../db/schema/load-tests.ts';
import type { Database } from '../../platform/db.ts';

/** Each has a row for every second of every share. */
const testsPerStep = 1;

/** Load tests of these organizations. Whether there may be more. */
export async function removeSomeLoadTests(
  db: Database,
  organizationIds: string[],
): Promise<boolean> {
  const some = db
    .select({ id: loadTests.id })
    .from(loadTests)
    .where(inArray(loadTests.organizationId, organizationIds))
    .limit(testsPerStep);
  const removed = await db
    .delete(loadTests)
    .where(inArray(loadTests.id, some))
    .returning({ id: loadTests.id });
  return removed.length === testsPerStep;
}
