/**
 * Derives history from a run's events: a row for each test, and the run's contribution to the
 * figures of its day.
 */
import type { RunResult } from '@parley/suite';
import { eq } from 'drizzle-orm';
import { runResults, testResults } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { insertRows } from '../../../platform/database/insert-rows.ts';
import { foldRecorded } from '../log/fold-recorded.ts';
import type { RunRow } from '../log/run-row.ts';
import { addToDays } from './add-to-days.ts';
import { addToStepDays } from './add-to-step-days.ts';
import { fingerprintsOf } from './fingerprints-of.ts';
import { keepFailures } from './keep-failures.ts';
import { runResultOf, testRowsOf } from './result-rows.ts';

/**
 * Rewrites the history of an ended run, at its end and whenever a verdict changes later. Call it in the transaction of that
 * change, with the updated row. Pass the fold of the run's brief events as `known` if you have it.
 */
export async function refreshResults(db: Database, run: RunRow, known?: RunResult): Promise<void> {
  const { id: runId } = run;
  const result = known ?? (await foldRecorded(db, runId));
  await replaceRows(db, run, result);
  const hasFailureRows = await keepFailures(db, run, result);

  const counted = runResultOf(run, result);
  const { failureClasses } = counted;
  await db.update(runs).set({ failureClasses, hasFailureRows }).where(eq(runs.id, runId));
  const [before] = await db.delete(runResults).where(eq(runResults.runId, runId)).returning();
  await db.insert(runResults).values(counted);
  if (before) await addToDays(db, run, before, -1);
  else await addToStepDays(db, run, result);
  await addToDays(db, run, counted, 1);
}

async function replaceRows(db: Database, run: RunRow, result: RunResult): Promise<void> {
  const fingerprints = await fingerprintsOf(db, run);
  await db.delete(testResults).where(eq(testResults.runId, run.id));
  const { suiteId } = run;
  // The history of a deleted suite cannot be requested.
  if (suiteId === null) return;
  await insertRows(db, testResults, testRowsOf({ ...run, suiteId }, result, fingerprints));
}
