import { and, eq, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { loadTests } from '../../db/schema/load-tests.ts';
import type { Database } from '../../platform/db.ts';

/** Each has a row for every second of every share. */
const testsPerStep = 1;

/** Load tests of these organizations. Whether there may be more. */
export function removeSomeLoadTests(db: Database, organizationIds: string[]): Promise<boolean> {
  return removeSome(db, inArray(loadTests.organizationId, organizationIds));
}

/** Those that are over, of an organization, from before so many days. Whether there may be more. */
export function removeOldLoadTests(
  db: Database,
  organizationId: string,
  days: number,
): Promise<boolean> {
  const isOld = and(
    eq(loadTests.organizationId, organizationId),
    lt(loadTests.createdAt, sql`now() - make_interval(days => ${days})`),
    notInArray(loadTests.status, ['queued', 'running']),
  );
  return removeSome(db, isOld);
}

async function removeSome(db: Database, which: SQL | undefined): Promise<boolean> {
  const some = db.select({ id: loadTests.id }).from(loadTests).where(which).limit(testsPerStep);
  const removed = await db
    .delete(loadTests)
    .where(inArray(loadTests.id, some))
    .returning({ id: loadTests.id });
  return removed.length === testsPerStep;
}
