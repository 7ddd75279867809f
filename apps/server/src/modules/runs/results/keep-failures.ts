/** Rows for what failed in a run, and those that runs of earlier releases still lack. */
import { isBad, type RunResult } from '@parley/suite';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { runFailures } from '../../../db/schema/run-results.ts';
import { runs } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import { insertRows } from '../../../platform/database/insert-rows.ts';
import { type RunRow, runColumns } from '../log/run-row.ts';
import { type RunFailure, readFailures } from './read-failures.ts';
import { keptName } from './result-rows.ts';

/** Rows of one run: a suite that fails everywhere fails for one reason. */
const failureRowsMax = 200;

const badStates: readonly string[] = ['failed', 'error', 'interrupted'];

/** Writes the rows anew, as verdicts may have changed. In the transaction of that change. */
export async function keepFailures(db: Database, run: RunRow, { tests }: RunResult): Promise<void> {
  await db.delete(runFailures).where(eq(runFailures.runId, run.id));
  const hasFailed = tests.some(({ outcome, isQuarantined }) => !isQuarantined && isBad(outcome));
  if (!hasFailed && !badStates.includes(run.status)) return;
  await insertFailures(db, run);
}

async function insertFailures(db: Database, run: RunRow): Promise<void> {
  const { id: runId, organizationId, suiteId, createdAt: at } = run;
  if (suiteId === null) return;
  const causes = onePerCause(await readFailures(db, runId)).slice(0, failureRowsMax);
  const rows = causes.map(({ test, testKey, ...failure }, place) => ({
    ...failure,
    runId,
    place,
    organizationId,
    suiteId,
    at,
    testName: testKey === null ? null : keptName(testKey),
    title: test === null ? null : keptName(test),
  }));
  await insertRows(db, runFailures, rows);
}

/** The first failure of each cause in each test. */
function onePerCause(failures: RunFailure[]): RunFailure[] {
  const causes = new Map<string, RunFailure>();
  for (const failure of failures) {
    const cause = JSON.stringify([failure.testKey, failure.signature]);
    if (!causes.has(cause)) causes.set(cause, failure);
  }
  return [...causes.values()];
}

/** Runs of one step: their events are read. */
const runsPerStep = 20;

/** Gives runs of earlier releases their rows, the newest first, until all have them. */
export async function addMissingFailures(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await addToSome(db)) === runsPerStep);
}

/** As its index has it. */
const isMissing = sql`not ${runs.hasFailureRows} and ${runs.status} in ('failed', 'error', 'interrupted')`;

function addToSome(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const some = await tx
      .select(runColumns)
      .from(runs)
      .where(isMissing)
      .orderBy(desc(runs.createdAt))
      .limit(runsPerStep)
      .for('update', { skipLocked: true });
    for (const run of some) {
      await tx.delete(runFailures).where(eq(runFailures.runId, run.id));
      await insertFailures(tx, run);
    }
    const ids = some.map(({ id }) => id);
    if (ids.length > 0)
      await tx.update(runs).set({ hasFailureRows: true }).where(inArray(runs.id, ids));
    return some.length;
  });
}
