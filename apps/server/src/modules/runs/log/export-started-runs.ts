import type { AccountExport } from '@parley/contract';
import { desc, eq } from 'drizzle-orm';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';

/** Lists the runs that a person started, for the export of their account. */
export async function exportStartedRuns(
  db: Database,
  userId: string,
  limit: number,
): Promise<AccountExport['runsStarted']> {
  const started = await db
    .select({ id: runs.id, suiteName: runs.suiteName, createdAt: runs.createdAt })
    .from(runs)
    .where(eq(runs.startedBy, userId))
    .orderBy(desc(runs.createdAt), runs.id)
    .limit(limit);
  return started.map((run) => ({ ...run, createdAt: run.createdAt.toISOString() }));
}
