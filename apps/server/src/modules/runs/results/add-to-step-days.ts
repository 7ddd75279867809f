import type { RunResult } from '@parley/suite';
import { sql } from 'drizzle-orm';
import { stepDays } from '../../../db/schema/run-results.ts';
import type { Database } from '../../../platform/database/db.ts';
import { insertRows } from '../../../platform/database/insert-rows.ts';
import type { RunRow } from '../log/run-row.ts';
import { addedTo } from './added-to.ts';
import { stepDaysOf } from './result-rows.ts';

/** Adds the latencies of a run's steps. Call it once per run. */
export async function addToStepDays(db: Database, run: RunRow, result: RunResult): Promise<void> {
  const { suiteId } = run;
  if (suiteId === null) return;
  await insertRows(
    db,
    stepDays,
    stepDaysOf({ ...run, suiteId }, result),
    sql`on conflict on constraint step_days_key
      do update set latencies = ${addedTo(stepDays.latencies)}`,
  );
}
