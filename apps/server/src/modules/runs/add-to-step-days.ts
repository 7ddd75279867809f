import type { RunResult } from '@parley/suite';
import { stepDays } from '../../db/schema/history.ts';
import type { Database } from '../../platform/db.ts';
import { addedTo } from './add-to-days.ts';
import { stepDaysOf } from './result-rows.ts';
import type { RunRow } from './run-row.ts';

/** So that a statement has fewer parameters than PostgreSQL takes. */
const rowsPerInsert = 1000;

/** Adds how fast each step of a run was answered. To be called once for a run. */
export async function addToStepDays(db: Database, run: RunRow, result: RunResult): Promise<void> {
  const { suiteId } = run;
  if (suiteId === null) return;
  const rows = stepDaysOf({ ...run, suiteId }, result);
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await db
      .insert(stepDays)
      .values(rows.slice(from, from + rowsPerInsert))
      .onConflictDoUpdate({
        target: [
          stepDays.suiteId,
          stepDays.testName,
          stepDays.step,
          stepDays.day,
          stepDays.platform,
          stepDays.trigger,
        ],
        set: { latencies: addedTo(stepDays.latencies) },
      });
}
